// "Why": the breakdown of a result, with the numbers of the rules it comes from.
import type { Called, Chosen, Noted, Rolled } from "../api-types";
import { lookOf } from "../games";
import { Dice } from "./dice";
import { groupsOfThrow } from "./dice_groups";
import { useState } from "preact/hooks";
import { useAsked } from "../ask";
import { bookOf, openRule } from "./rule_popover";
import { Reads, Whose, sentenceOf } from "./rule_source";
import { Marked } from "./marked";
import { isValues, listOf } from "../values";
import { inWords, labelOf, sideOf } from "../words";

export type Step = Rolled | Chosen | Noted | Called;

/** Whether a number is that of a ruling, which fills a gap of the draft: TW-A5. */
const isOurs = (number: string) => /-A\d+$/.test(number);

/** Numbers of rules as links; `bare` without the mark of rulings, where nothing else is listed. */
export function Rules({ game, numbers, bare = false }: { game: string; numbers: string[] | undefined; bare?: boolean }) {
  if (!numbers?.length) return null;
  return (
    <span class="rule-number soft">
      {[...new Set(numbers)].map((number, place) => (
        <>
          {place > 0 && " "}
          <a href={`/rules/${game}#${number}`} aria-haspopup="dialog" onClick={(event) => openRule(event, game, number)}>
            {number}
          </a>
          {!bare && isOurs(number) && <span title="A ruling of this software"> ours</span>}
        </>
      ))}
    </span>
  );
}

/** A refusal by a rule: the reason, and the number of the rule as a link, once. */
export function Refused({ game, words, rule }: { game: string; words: string; rule: string }) {
  return (
    <>
      {words} <Rules game={game} numbers={rule ? [rule] : []} />
    </>
  );
}

export function Why({ game, steps, cites }: { game: string; steps: Step[]; cites?: string[] }) {
  const [open, setOpen] = useState(false);
  if (!steps.length && !cites?.length) return null;
  return (
    <details class="why-box" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Why?</summary>
      {open && (
        <div class="why">
          <Steps game={game} steps={steps} />
          <Rules game={game} numbers={cites} />
          <Sources game={game} numbers={[...new Set([...(cites ?? []), ...steps.flatMap(citedBy)])]} />
        </div>
      )}
    </details>
  );
}

/** Every rule number in a step and in those inside it. */
const citedBy = (step: Step): string[] =>
  step.kind === "called" ? [...step.cites, ...step.steps.flatMap(citedBy)] : step.kind === "noted" ? step.cites : [];

/** The rules of a result, each as the draft's or ours, and for ours the rules of the draft behind it. */
function Sources({ game, numbers }: { game: string; numbers: string[] }) {
  const rules = useAsked(() => bookOf(game), [game]).value;
  const found = rules?.filter((rule) => numbers.includes(rule.rule));
  if (!rules || !found?.length) return null;
  return (
    <details class="sources small">
      <summary>What the draft says, and what is ours</summary>
      <ul>
        {found.map((rule) => (
          <li>
            {rule.rule} <Whose rule={rule} /> <Marked text={rule.kind === "ruling" ? rule.section : sentenceOf(rule.text)} />
            <Reads rule={rule} rules={rules} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Steps({ game, steps }: { game: string; steps: Step[] }) {
  return (
    <ul>
      {steps.map((step) => (
        <li>
          <One game={game} step={step} />
        </li>
      ))}
    </ul>
  );
}

/** A step that calls another rule, in words: the name of the rule, and its result unless that is a whole situation. */
function calledOf({ rule, result }: Called): string {
  const name = rule.replace(/[-_ ]until[-_ ]over$/, "");
  const called = labelOf(name) + (name === rule ? "" : ", until it is over");
  return isSituation(result) ? called : `${called}: ${inWords(result)}`;
}

/** Whether a result has parts that have parts, such as both sides of a duel. */
const isSituation = (result: unknown): boolean => (isValues(result) || Array.isArray(result)) && Object.values(result).some((part) => isValues(part) || listOf(part).some(isValues));

function One({ game, step }: { game: string; step: Step }) {
  switch (step.kind) {
    case "rolled":
      return (
        <>
          {labelOf(step.name)}: <span class="soft">{step.dice}</span>{" "}
          {step.cards?.length ? (
            inWords(step.cards)
          ) : (
            <>
              <Dice small groups={groupsOfThrow(lookOf(game), step)} /> = {inWords(step.score)}
            </>
          )}
        </>
      );
    case "chosen":
      return (
        <>
          {sideOf(step.who)}: {step.question} — <strong>{inWords(step.choice)}</strong>
        </>
      );
    case "noted":
      return (
        <>
          {labelOf(step.name)}: {inWords(step.value)} <Rules game={game} numbers={step.cites} />
        </>
      );
    case "called":
      return (
        <>
          {calledOf(step)} <Rules game={game} numbers={step.cites} />
          {step.steps.length > 0 && <Steps game={game} steps={step.steps} />}
        </>
      );
  }
}
