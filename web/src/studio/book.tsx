// The book as readers see it: prose with its figures, and every roll with its odds, for each value of a slider.
import { useEffect, useRef, useState } from "preact/hooks";
import type { BookPart, TriedRoll } from "../api-types";
import { OddsBar } from "../parts/odds";
import { inWords, spaced } from "../words";

interface Props {
  parts: BookPart[];
  /** The line that is being written. */
  line: number;
  onEdit: (line: number) => void;
  onTry: (roll: string) => void;
}

export function Book({ parts, line, onEdit, onTry }: Props) {
  const here = parts.findLastIndex((part) => part.line <= line);
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = paper.current?.children[here];
    if (shown instanceof HTMLElement) shown.scrollIntoView({ block: "nearest" });
  }, [here]);
  return (
    <div class="book" ref={paper}>
      {parts.map((part, at) => (
        <section class={`part ${part.kind} is-${part.block ?? ""}${at === here ? " here" : ""}`} onDblClick={() => onEdit(part.line)}>
          <Part part={part} onEdit={onEdit} onTry={onTry} />
        </section>
      ))}
    </div>
  );
}

function Part({ part, onEdit, onTry }: { part: BookPart; onEdit: (line: number) => void; onTry: (roll: string) => void }) {
  if (part.kind === "heading") return <Heading part={part} onEdit={onEdit} />;
  if (part.kind === "prose") return <Prose html={part.html ?? ""} />;
  const { block = "", title = "", odds } = part;
  return (
    <>
      {block !== "example" && (
        <p class="block-title">
          <span class="tag">{block}</span> {block === "question" || block === "exception" ? title : spaced(title)}
          {odds && (
            <button type="button" class="link" onClick={() => onTry(odds.roll)}>
              Try it<span class="unseen">: {spaced(odds.roll)}</span>
            </button>
          )}
        </p>
      )}
      {block === "question" ? <Answers answers={part.answers ?? []} /> : part.html ? <Prose html={part.html} /> : <pre>{part.source}</pre>}
      {odds && <Tried key={odds.values?.length} odds={odds} />}
    </>
  );
}

function Heading({ part, onEdit }: { part: BookPart; onEdit: (line: number) => void }) {
  const Level = (part.level ?? 2) <= 1 ? "h2" : "h3";
  const used = usesOf(part.used_in ?? []);
  return (
    <Level class={`level-${part.level}`}>
      {part.number && <span class="number">{part.number}</span>} {part.title}
      <button type="button" class="link edit" onClick={() => onEdit(part.line)} aria-label={`Edit ${part.title}`}>
        edit
      </button>
      {used.length > 0 && <small class="soft used">Used in: {used.join(", ")}</small>}
    </Level>
  );
}

/** Rolls and actions by their names, each once: "action set-hp" is "set HP". */
const usesOf = (used: string[]): string[] => [...new Set(used.filter((use) => !use.startsWith("rule ")).map((use) => spaced(use.replace(/^\w+ /, ""))))];

/** Paragraphs, lists and tables, made by the server's weaver, which escapes everything that the writer wrote. */
const Prose = ({ html }: { html: string }) => <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;

function Answers({ answers }: { answers: [string, string][] }) {
  return (
    <table class="answers">
      {answers.map(([text, value]) => (
        <tr>
          <th scope="row">{text}</th>
          <td>{value}</td>
        </tr>
      ))}
    </table>
  );
}

function Tried({ odds }: { odds: TriedRoll }) {
  const [at, setAt] = useState(odds.usual ?? 0);
  const values = odds.values ?? [];
  const place = Math.min(at, odds.bars.length - 1);
  return (
    <div class="tried">
      {values.length > 1 && (
        <label class="slide">
          <span>
            {spaced(odds.meaning || odds.parameter || "")} <b>{inWords(values[place])}</b>
          </span>
          <input type="range" min={0} max={values.length - 1} value={place} aria-valuetext={inWords(values[place])} onInput={(event) => setAt(event.currentTarget.valueAsNumber)} />
        </label>
      )}
      <OddsBar rows={odds.bars[place] ?? []} title={`Odds of ${spaced(odds.roll)}`} />
    </div>
  );
}
