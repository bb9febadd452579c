// Making a character step by step: only what is legal is offered, and the sheet grows at the side.
import type { Values } from "../api";
import type { CreationResponse, CreationStepState, GameDescription, RandomCharacter } from "../api-types";
import { useEffect, useRef, useState } from "preact/hooks";
import { freshKey, post } from "../api";
import { useAsked } from "../ask";
import { characters, keep } from "../characters";
import { gameOf } from "../games";
import { isUnknown, NoGame } from "../parts/game_doors";
import { adopt } from "../lazy_style";
import { FromFile } from "../parts/from_file";
import { Rulings } from "../parts/rulings";
import { Page, Problem, Skeleton, TryAgain } from "../parts/shell";
import { go, where } from "../route";
import { Side } from "./builder_side";
import { OneStep } from "./builder_step";
import { textOf } from "../values";
import style from "./builder.lazy.css";

adopt(style);

const PAUSE = 120;

export default function Builder({ game: slug }: { game: string }) {
  const game = useAsked(() => gameOf(slug), [slug]);
  if (isUnknown(game.error)) return <NoGame slug={slug} to="/characters" />;
  if (!game.value) {
    return (
      <Page title="Make a character">
        <h1 tabIndex={-1}>Make a character</h1>
        <Problem error={game.error}>
          <TryAgain error={game.error} />
        </Problem>
        {game.waiting && <Skeleton lines={6} />}
      </Page>
    );
  }
  const id = where.value.query.get("id") ?? "";
  if (game.value.creation.length === 0) return <NoSheets game={game.value} />;
  return <Making key={id} game={game.value} id={id} />;
}

/** A game of rolls alone, such as a rulebook without a sheet. */
const NoSheets = ({ game }: { game: GameDescription }) => (
  <Page title={`Characters for ${game.name}`} game={game.slug}>
    <div class="stack">
      <h1 tabIndex={-1}>{game.name} has no characters</h1>
      <p class="lead">Its rules have rolls, but no sheet to fill in.</p>
      <p class="row">
        <a class="button primary" href={`/odds/${game.slug}`}>
          See its odds
        </a>
        <a class="button" href={`/rules/${game.slug}`}>
          Read its rules
        </a>
        <a class="button" href="/characters">
          Your characters
        </a>
      </p>
    </div>
  </Page>
);

/** The choices with one field set; dice that stand in for a field and the field itself replace each other. */
function withField(wish: Values, steps: CreationStepState[], field: string, value: unknown): Values {
  const { [field]: _, ...next } = wish;
  if (value === undefined) return next;
  const own = steps.find((step) => step.field === field);
  const replaced = steps
    .filter((step) => step.form.kind === "faces" && step.form.instead_of === field)
    .map((step) => step.field)
    .concat(own?.form.kind === "faces" && own.form.instead_of ? [own.form.instead_of] : []);
  for (const other of replaced) delete next[other];
  return { ...next, [field]: value };
}

function Making({ game, id }: { game: GameDescription; id: string }) {
  const kept = characters.value.find((one) => one.id === id && one.game === game.slug);
  const [wish, setWish] = useState<Values>(kept?.wanted ?? {});
  const [options, setOptions] = useState<Values>(kept?.options ?? {});
  const [own] = useState(() => kept?.id ?? freshKey());
  // required steps come first, even if optional ones precede them
  const [chosen, setAt] = useState<number>();
  const [problem, setProblem] = useState<unknown>();
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const creation = useAsked(
    (signal) => post<CreationResponse>(`/games/${game.slug}/creation`, { wanted: wish, options }, signal),
    [JSON.stringify(wish), JSON.stringify(options)],
    PAUSE,
  );
  const steps = creation.value?.steps ?? [];
  const first = Math.max(0, steps.findIndex((one) => !one.optional));
  const at = Math.min(chosen ?? first, steps.length - 1);
  const step = steps[at];
  useEffect(() => {
    if (moved.current) heading.current?.focus();
  }, [at]);
  const move = (to: number): void => {
    moved.current = true;
    setAt(to);
  };
  const field = game.from_file?.field ?? "";
  /** Values from a file stay while everything else changes. */
  const taken: Values = wish[field] === undefined ? {} : { [field]: wish[field] };
  const random = async (): Promise<void> => {
    try {
      const made = await post<RandomCharacter>(`/games/${game.slug}/random-sheet`, { options });
      setWish({ ...made.wanted, ...taken });
      setProblem(undefined);
    } catch (error) {
      setProblem(error);
    }
  };
  const [said, say] = useState("");
  useEffect(() => say(""), [wish]);
  const save = (): void => {
    const saved = keep({ id: own, game: game.slug, name: String(wish["name"] ?? "") || "Nameless", wanted: wish, options });
    if (saved && own !== id) history.replaceState(null, "", `/characters/${game.slug}?id=${own}`);
    say(saved ? "Saved in this browser." : "This browser cannot save; download a file instead.");
  };
  // dice that stand in for a field are the other way to do its step, not a step of their own
  const isOther = (one: CreationStepState | undefined): boolean => one?.form.kind === "faces" && Boolean(one.form.instead_of) && steps.some((other) => one.form.kind === "faces" && other.field === one.form.instead_of);
  const alternative = steps.find((one) => isOther(one) && one.form.kind === "faces" && one.form.instead_of === step?.field);
  const [next, before] = [steps.findIndex((one, place) => place > at && !isOther(one)), steps.findLastIndex((one, place) => place < at && !isOther(one))].map((place) => (place < 0 ? undefined : place));
  const isLast = next === undefined;
  const finish = (): void => {
    save();
    document.getElementById("builder-sheet")?.focus();
    document.getElementById("builder-sheet")?.scrollIntoView({ block: "start" });
  };
  return (
    <Page title={`Make a character for ${game.name}`} game={game.slug} wide>
      <div class="stack builder">
        <div class="row apart no-print">
          <h1 tabIndex={-1}>A character for {game.name}</h1>
          <span class="row">
            <button type="button" onClick={random}>
              Make one at random
            </button>
            <button type="button" class="quiet" disabled={Object.keys(wish).length === Object.keys(taken).length} onClick={() => setWish(taken)}>
              Start over
            </button>
            <a class="button quiet" href="/characters" onClick={(event) => (event.preventDefault(), go("/characters"))}>
              Your characters
            </a>
          </span>
        </div>
        <div class="no-print">
          <Problem error={problem ?? (creation.value ? undefined : creation.error)} />
          <Rulings game={game} options={options} onChange={setOptions} />
          <FromFile game={game} value={textOf(wish[field])} onChange={(text) => setWish((before) => withField(before, steps, field, text))} />
        </div>
        {!creation.value && creation.waiting && <Skeleton lines={8} />}
        {creation.value && step && (
          <div class="builder-columns">
            <StepList steps={steps} hidden={isOther} wish={wish} at={at} wanted={creation.value.step} onMove={move} />
            <section class="sheet builder-step no-print" aria-labelledby="step-title">
              <h2 id="step-title" ref={heading} tabIndex={-1}>
                {step.title}
              </h2>
              <OneStep
                key={step.field}
                game={game.slug}
                step={step}
                value={wish[step.field]}
                other={alternative}
                otherValue={alternative && wish[alternative.field]}
                onOther={(value) => alternative && setWish((before) => withField(before, steps, alternative.field, value))}
                refusal={!creation.waiting && wish[step.field] !== undefined && creation.value.step === step.field ? creation.value : undefined}
                onChange={(value) => setWish((before) => withField(before, steps, step.field, value))}
              />
              <div class="row apart">
                <button type="button" disabled={before === undefined} onClick={() => before !== undefined && move(before)}>
                  Back
                </button>
                {next !== undefined && !(creation.value.sheet && isLast) ? (
                  <button type="button" class="primary" onClick={() => move(next)}>
                    Next: {steps[next]?.title}
                  </button>
                ) : (
                  <button type="button" class="primary" disabled={creation.value.sheet === null} onClick={finish}>
                    Finish
                  </button>
                )}
              </div>
            </section>
            <Side game={game} wish={wish} options={options} creation={creation.value} waiting={creation.waiting} said={said} onSave={save} />
          </div>
        )}
      </div>
    </Page>
  );
}

interface ListProps {
  steps: CreationStepState[];
  hidden: (step: CreationStepState) => boolean;
  wish: Values;
  at: number;
  /** The step at which the remaining problem can be fixed. */
  wanted: string;
  onMove: (to: number) => void;
}

function StepList({ steps, hidden, wish, at, wanted, onMove }: ListProps) {
  return (
    <nav class="builder-steps no-print" aria-label="Steps">
      <ol>
        {steps.map((step, place) => {
          if (hidden(step)) return null;
          const filled = wish[step.field] !== undefined || steps.some((other) => hidden(other) && other.form.kind === "faces" && other.form.instead_of === step.field && wish[other.field] !== undefined);
          const mends = step.field === wanted;
          const state = filled ? (mends ? "look here" : "done") : step.optional && !mends ? "optional" : "to do";
          return (
            <li>
              <button type="button" class={`quiet state-${state.replaceAll(" ", "-")}`} aria-current={place === at ? "step" : undefined} onClick={() => onMove(place)}>
                <span class="grow">{step.title}</span> <span class="small">{state}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
