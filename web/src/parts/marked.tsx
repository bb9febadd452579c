// Words from the server, in which names of options, parameters and values stand between backticks.
import { actionOf, capital, inWords, labelOf, words } from "../words";

/** A name in words: "option=value" is an option with one of its values, "=value" a value that may be called as a parameter is. */
function said(name: string): string {
  const [option = "", value] = name.split("=");
  if (value !== undefined) return option ? `${labelOf(option)}: ${inWords(value)}` : inWords(value);
  if (name in words.value.names) return labelOf(name);
  return words.value.actions[name]?.name ? actionOf(name) : inWords(name);
}

/** The number of a rule, such as TW-19 or TW-A5. */
export const NUMBER = /\b([A-Z]{2,5}-A?\d+[A-Z]?)\b/;

/** Numbers below 0 with a real minus, and numbers of rules on one line. */
const Plain = ({ text }: { text: string }) => (
  <>{text.split(NUMBER).map((part, place) => (place % 2 === 1 ? <span class="whole">{part}</span> : part.replace(/(^|[\s(])-(?=\d)/g, "$1−")))}</>
);

export function Marked({ text }: { text: string }) {
  const parts = text.split("`");
  const begins = (place: number): boolean => /[.?!] $/.test(parts[place - 1]!);
  return <>{parts.map((part, place) => (place % 2 === 1 ? <em>{begins(place) ? capital(said(part)) : said(part)}</em> : <Plain text={part} />))}</>;
}
