// A game on one page: rolls, actions and trackers. Made for printing.
import type { ActionDescription, GameDescription } from "../api-types";
import { Marked } from "../parts/marked";
import { actionOf, capital, gm, together } from "../words";

interface Line {
  name: string;
  words: string;
}

/** Without what the rules leave to the table: there is nothing to look up. */
const isPlayed = (one: ActionDescription): boolean => !one.summary.startsWith("Always refused");
const lineOf = (one: { name: string; summary: string }): Line => ({ name: capital(actionOf(one.name)), words: one.summary });

export function Summary({ game }: { game: GameDescription }) {
  const own = (when: ActionDescription["when"]): Line[] => game.actions.filter((one) => one.by !== "gm" && one.when === when && one.name !== game.joining).map(lineOf);
  // a roll that is an action as well is listed once
  const isAction = (roll: string): boolean => game.actions.some((one) => one.name === roll && one.by !== "gm" && one.summary === game.rolls.find((other) => other.name === roll)?.summary);
  const parts: [string, Line[]][] = [
    ["What you roll", game.rolls.filter((one) => !isAction(one.name) && game.examples.some((example) => example.roll === one.name)).map(lineOf)],
    ["On your turn", own("turn")],
    ["Any time", own("any time")],
    [`The ${gm()}`, game.actions.filter((one) => one.by === "gm" && isPlayed(one)).map(lineOf)],
  ];
  return (
    <div class="one-page sheet">
      <p class="lead">{game.summary}</p>
      <p class="no-print">
        <button type="button" onClick={() => print()}>
          Print
        </button>
      </p>
      <div class="one-page-columns">
        {parts.map(([title, lines]) =>
          lines.length === 0 ? null : (
            <section>
              <h2>{title}</h2>
              <dl>
                {lines.map((line) => (
                  <div>
                    <dt>{line.name}</dt>
                    <dd>
                      <Marked text={line.words} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ),
        )}
        <section>
          <h2>What is tracked</h2>
          <p>{together([...new Set(game.trackers.map((one) => one.label.replace(/^the /i, "")))].filter(Boolean).map(capital).join(", "))}.</p>
        </section>
      </div>
    </div>
  );
}
