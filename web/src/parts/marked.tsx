// Words from the server, in which names of options, parameters and values stand between backticks.
import { inWords, labelOf, plainly, words } from "../words";

const said = (name: string): string => (name in words.value.names ? labelOf(name) : inWords(name));

export function Marked({ text }: { text: string }) {
  return <>{plainly(text).split("`").map((part, place) => (place % 2 === 1 ? <em>{said(part)}</em> : part))}</>;
}
