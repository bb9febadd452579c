// A value that is worked out without dice.
import type { Values } from "../api";
import { post } from "../api";
import { useAsked } from "../ask";
import { Sheet } from "../parts/lazy_sheet";
import { Problem, Skeleton } from "../parts/shell";
import { isValues } from "../values";
import { capital, inWords, labelOf } from "../words";

export function Derived({ game, name, params, options }: { game: string; name: string; params: Values; options: Values }) {
  const body = JSON.stringify({ what: name, params, options });
  const found = useAsked((signal) => post<unknown>(`/games/${game}/derive`, JSON.parse(body), signal), [body], 150);
  const value = found.value;
  return (
    <div class={`sheet stack${found.waiting ? " waits" : ""}`} aria-busy={found.waiting}>
      <Problem error={found.error} />
      {value === undefined && found.waiting && <Skeleton lines={4} />}
      {isValues(value) ? (
        <Sheet sheet={{ name: capital(labelOf(name)), ...value }} full />
      ) : (
        value !== undefined && (
          <>
            <h2>{capital(labelOf(name))}</h2>
            <p class="result-word">{inWords(value)}</p>
          </>
        )
      )}
    </div>
  );
}
