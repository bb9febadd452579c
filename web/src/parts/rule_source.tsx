// The source of a rule: the draft, or us; and for ours, the rules of the draft that it interprets.
import type { RuleDescription } from "../api-types";
import { Marked } from "./marked";

/** A mark beside the number of a rule. */
export function Whose({ rule }: { rule: RuleDescription }) {
  const isOurs = rule.kind === "ruling";
  return (
    <span class={`tag${isOurs ? " ours" : ""}`} title={isOurs ? "A ruling of this software" : "What the game's draft says, in our words"}>
      {isOurs ? "ours" : "draft"}
    </span>
  );
}

/** The first sentence of a rule. */
export const sentenceOf = (text: string): string => /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text;

/** The rules of the draft behind a ruling, each with its first sentence; `linked` to their places on the same page. */
export function Reads({ rule, rules, linked = false }: { rule: RuleDescription; rules: RuleDescription[]; linked?: boolean }) {
  if (rule.kind !== "ruling") return null;
  if (!rule.reads.length) return <p class="reads small soft">The draft says nothing about it.</p>;
  return (
    <ul class="reads small" aria-label="The rules of the draft behind it">
      {rule.reads.map((number) => (
        <li>
          {linked ? <a href={`#${number}`}>{number}</a> : <b>{number}</b>} <Marked text={sentenceOf(rules.find((one) => one.rule === number)?.text ?? "")} />
        </li>
      ))}
    </ul>
  );
}
