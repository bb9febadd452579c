// Words from the server, in which `names` of options and the like stand between backticks.
export function Marked({ text }: { text: string }) {
  return <>{text.split("`").map((part, place) => (place % 2 === 1 ? <code>{part}</code> : part))}</>;
}
