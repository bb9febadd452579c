// The numbered rules of a game: search them, see where each is used, what can be switched, and try it.
import type { GameDescription, OptionDescription, RuleDescription } from "../api-types";
import { useEffect, useState } from "preact/hooks";
import { get } from "../api";
import { useAsked } from "../ask";
import { gameOf } from "../games";
import { GameDoors, isUnknown, NoGame } from "../parts/game_doors";
import { Marked, NUMBER } from "../parts/marked";
import { Reads, Whose } from "../parts/rule_source";
import { Page, Problem, Skeleton, TryAgain } from "../parts/shell";
import { where } from "../route";
import { Summary } from "./rules_summary";
import { adopt } from "../lazy_style";
import { actionOf, capital, inWords, isSaid, labelOf, together } from "../words";
import style from "./rules.lazy.css";

adopt(style);

const MOST_ROLLS = 4;

export default function RulesPage({ game }: { game: string }) {
  return game ? <Book key={game} slug={game} /> : <Shelf />;
}

function Shelf() {
  return (
    <Page title="Rules">
      <div class="stack">
        <h1 tabIndex={-1}>The rules of which game?</h1>
        <GameDoors to="/rules" />
      </div>
    </Page>
  );
}

const RULINGS = "Rulings, and what your table may switch";
const sectionOf = (rule: RuleDescription): string => (rule.kind === "ruling" ? RULINGS : rule.section);

function Book({ slug }: { slug: string }) {
  const rules = useAsked(() => get<RuleDescription[]>(`/games/${encodeURIComponent(slug)}/rules`), [slug]);
  const game = useAsked(() => gameOf(slug), [slug]);
  const [search, setSearch] = useState("");
  const hash = where.value.hash;
  const isSummary = where.value.query.has("one-page");
  useEffect(() => {
    if (rules.value && hash) document.getElementById(hash)?.scrollIntoView({ block: "start" });
  }, [rules.value, hash]);
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = rules.value?.filter((rule) => {
    const text = `${rule.rule} ${rule.section} ${rule.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const exact = (rule: RuleDescription): number => (rule.rule.toLowerCase() === words.join(" ") ? 0 : 1);
  found?.sort((one, other) => exact(one) - exact(other));
  const sections = [...new Set(found?.map(sectionOf))];
  const failed = rules.error ?? game.error;
  if (isUnknown(game.error)) return <NoGame slug={slug} to="/rules" />;
  return (
    <Page title={`Rules of ${game.value?.name ?? slug}`} game={slug}>
      <div class="stack">
        <div class="row book-title">
          <h1 tabIndex={-1}>{failed ? "Rules" : isSummary ? `${game.value?.name ?? "The game"} on one page` : `Rules of ${game.value?.name ?? slug}`}</h1>
          {!failed && (isSummary ? <a href={`/rules/${slug}`}>Every rule</a> : <a href={`/rules/${slug}?one-page=1`}>The game on one page</a>)}
        </div>
        {isSummary && game.value && <Summary game={game.value} />}
        {!isSummary && !failed && <div class="field rule-search">
          <label for="search">Search the rules</label>
          <input id="search" type="search" autocomplete="off" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
          <span class="hint" role="status">
            {!found ? "Words or a number" : words.length === 0 ? `${found.length} rules` : `${found.length} of ${rules.value?.length ?? 0} rules`}
          </span>
        </div>}
        <Problem error={failed}>
          <TryAgain error={failed} />
        </Problem>
        {rules.waiting && !rules.value && <Skeleton lines={8} />}
        {found?.length === 0 && <p>No rule says that. Try fewer words, or the number of a rule.</p>}
        {!isSummary && (
          <div class="rules-book">
            {sections.length > 1 && <Contents sections={sections} />}
            <div class="stack">
              {sections.map((section) => (
                <section class="sheet rule-section" id={anchor(section)} aria-labelledby={`${anchor(section)}-title`}>
                  <h2 id={`${anchor(section)}-title`}>{section}</h2>
                  {section === RULINGS && <p class="small soft">Where the rules leave a choice, this is how they are played here. A ruling with its options below it can be changed for your table.</p>}
                  {found?.filter((rule) => sectionOf(rule) === section).map((rule) => <One key={rule.rule} rule={rule} rules={rules.value ?? []} game={game.value} here={hash === rule.rule} />)}
                </section>
              ))}
            </div>
          </div>
        )}
      </div>
    </Page>
  );
}

const anchor = (section: string): string => `section-${section.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

function Contents({ sections }: { sections: string[] }) {
  return (
    <nav aria-label="Sections">
      <ul class="contents">
        {sections.map((section) => (
          <li>
            <a href={`#${anchor(section)}`}>{section}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const used = (rule: RuleDescription, kind: string): string[] => rule.used_in.filter((use) => use.startsWith(`${kind} `)).map((use) => use.slice(kind.length + 1));

/** The words of a rule, in which the numbers of other rules are links to them. */
function Linked({ text, rules }: { text: string; rules: RuleDescription[] }) {
  return (
    <>
      {text.split(NUMBER).map((part, place) =>
        place % 2 === 1 && rules.some((one) => one.rule === part) ? (
          <a class="whole" href={`#${part}`}>
            {part}
          </a>
        ) : (
          <Marked text={part} />
        ),
      )}
    </>
  );
}

function One({ rule, rules, game, here }: { rule: RuleDescription; rules: RuleDescription[]; game: GameDescription | undefined; here: boolean }) {
  const switches = game?.options.filter((option) => option.ruling === rule.rule) ?? [];
  const [values, actions] = [used(rule, "derive"), used(rule, "action")];
  const rolls = rule.rolls.slice(0, MOST_ROLLS);
  const tried = [...rolls.map((name) => ({ name, kind: "roll" })), ...values.map((name) => ({ name, kind: "value" }))];
  return (
    <article id={rule.rule} class={`rule${rule.kind === "ruling" ? " of-ruling" : ""}${here ? " here" : ""}`}>
      <h3>
        <a href={`#${rule.rule}`}>{rule.rule}</a>
        {rule.kind === "ruling" && (
          <span>
            {rule.section} <Whose rule={rule} />
          </span>
        )}
      </h3>
      <div class="rule-body">
        <p class="rule-text">
          <Linked text={rule.text} rules={rules} />
        </p>
        <Reads rule={rule} rules={rules} linked />
        {game && switches.map((option) => <Switch game={game} option={option} rolls={rolls} said={rule.text} />)}
      </div>
      {game && (tried.length > 0 || actions.length > 0) && (
        <div class="rule-uses small">
          {tried.length > 0 && (
            <p class="tries">
              <span class="soft">Try it:</span>
              {tried.map(({ name, kind }) => (
                <a href={`/odds/${game.slug}?${kind}=${name}`}>{kind === "value" ? labelOf(name) : actionOf(name)}</a>
              ))}
            </p>
          )}
          {actions.length > 0 && <p class="soft">At the table: {together(actions.map((action) => actionOf(action)).join(", "))}</p>}
        </div>
      )}
    </article>
  );
}

/** An option that a table may change; `said` is the text of the rule above, which is not repeated. */
function Switch({ game, option, rolls, said }: { game: GameDescription; option: OptionDescription; rolls: string[]; said: string }) {
  const listed = Object.entries(option.values);
  const roll = rolls[0];
  return (
    <div class="switch small">
      <p>
        <strong>{capital(labelOf(option.name))}</strong>
        {option.meaning !== said && (
          <>
            : <Marked text={option.meaning} />
          </>
        )}
      </p>
      {listed.length === 0 ? (
        <p>
          {option.default === null ? "Not set" : capital(inWords(option.default))} <span class="tag">default</span>
        </p>
      ) : (
        <dl>
          {listed.map(([value, words]) => (
            <div>
              <dt class={isSaid(value, words) ? "alone" : ""}>{inWords(value)}</dt>
              <dd>
                {!isSaid(value, words) && <Marked text={words} />}
                {value === String(option.default) ? (
                  <span class="tag">default</span>
                ) : (
                  roll && (
                    <a href={`/odds/${game.slug}?${new URLSearchParams([["roll", roll], ["vs", "1"], [`vs.o.${option.name}`, value]])}`}>
                      compare<span class="unseen"> {inWords(value)} with the default</span>
                    </a>
                  )
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
