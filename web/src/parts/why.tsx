// "Why": the breakdown of a result, with the numbers of the rules it comes from.
import type { Called, Chosen, Noted, Rolled } from "../api-types";
import { lookOf } from "../games";
import { Dice } from "./dice";
import { groupsOfThrow } from "./dice_groups";
import { openRule } from "./rule_popover";
import { inWords, labelOf } from "../words";

export type Step = Rolled | Chosen | Noted | Called;

/** Whether a number is that of a ruling, which fills a gap of the draft: TW-A5. */
const isOurs = (number: string) => /-A\d+$/.test(number);

export function Rules({ game, numbers }: { game: string; numbers: string[] | undefined }) {
  if (!numbers?.length) return null;
  return (
    <span class="rule-number soft">
      {numbers.map((number, place) => (
        <>
          {place > 0 && " "}
          <a href={`/rules/${game}#${number}`} aria-haspopup="dialog" onClick={(event) => openRule(event, game, number)}>
            {number}
          </a>
          {isOurs(number) && <span title="The draft does not say this: it is a ruling of this software."> ours</span>}
        </>
      ))}
    </span>
  );
}

/** What a rule refuses: the reason, and the number of the rule as a link, once. */
export function Refused({ game, words, rule }: { game: string; words: string; rule: string }) {
  const bare = rule ? words.replace(`(${rule})`, "").trim() : words;
  return (
    <>
      {bare} <Rules game={game} numbers={rule ? [rule] : []} />
    </>
  );
}

export function Why({ game, steps, cites }: { game: string; steps: Step[]; cites?: string[] }) {
  if (!steps.length && !cites?.length) return null;
  return (
    <details class="why-box">
      <summary>Why?</summary>
      <div class="why">
        <Steps game={game} steps={steps} />
        <Rules game={game} numbers={cites} />
      </div>
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
          {step.who}: {step.question} — <strong>{inWords(step.choice)}</strong>
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
          {labelOf(step.rule)}: {inWords(step.result)} <Rules game={game} numbers={step.cites} />
          {step.steps.length > 0 && <Steps game={game} steps={step.steps} />}
        </>
      );
  }
}
