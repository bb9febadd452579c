// Users' text in Markdown: headings, lists, quotes, bold and italic. Nothing else is interpreted, and nothing is HTML.
import type { ComponentChildren } from "preact";

const INLINE = /(\*\*[^*]+\*\*|\*[^*]+\*|_[^_]+_)/;

function inline(text: string): ComponentChildren {
  return text.split(INLINE).map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return <strong>{part.slice(2, -2)}</strong>;
    return /^([*_]).+\1$/.test(part) ? <em>{part.slice(1, -1)}</em> : part;
  });
}

const MARKS: [RegExp, string][] = [
  [/^#{1,6}\s+/, "heading"],
  [/^[-*]\s+/, "list"],
  [/^\d+[.)]\s+/, "numbers"],
  [/^>\s?/, "quote"],
];

const kindOf = (line: string): string => MARKS.find(([mark]) => mark.test(line))?.[1] ?? "text";
const bare = (line: string): string => MARKS.reduce((text, [mark, kind]) => (kindOf(line) === kind ? text.replace(mark, "") : text), line);

/** Lines of the same kind that follow each other. */
function blocks(text: string): { kind: string; lines: string[] }[] {
  const found: { kind: string; lines: string[] }[] = [];
  let apart = true;
  for (const line of text.split("\n").map((one) => one.trim())) {
    const [kind, last] = [kindOf(line), found.at(-1)];
    if (line && !apart && last?.kind === kind && kind !== "heading") last.lines.push(bare(line));
    else if (line) found.push({ kind, lines: [bare(line)] });
    apart = line === "";
  }
  return found;
}

export function Markdown({ text }: { text: string }) {
  return (
    <div class="markdown serif">
      {blocks(text).map(({ kind, lines }) => {
        if (kind === "heading") return <p class="heading">{inline(lines[0] ?? "")}</p>; // notes must not change the outline of the page
        const items = lines.map((line) => <li>{inline(line)}</li>);
        if (kind === "list") return <ul>{items}</ul>;
        if (kind === "numbers") return <ol>{items}</ol>;
        const words = inline(lines.join(" "));
        return kind === "quote" ? <blockquote>{words}</blockquote> : <p>{words}</p>;
      })}
    </div>
  );
}
