// An action that waits for approval: a card for the seat that has to agree, a line for the others.
import type { Values } from "../api";
import type { GameDescription, ParameterDescription, PendingView } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { useOperation } from "../operation";
import { Field } from "../parts/fields";
import { same } from "../parts/inputs";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import { capital } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
  wait: PendingView;
}

const nameOf = (link: TableLink, seat: string): string => link.view.value?.seats[seat]?.name ?? "A player";

export function Approve({ link, game, wait }: Props) {
  const [params, setParams] = useState<Values>(wait.params ?? {});
  const [standing, setStanding] = useState(false);
  const { busy, error, run } = useOperation();
  const action = game.actions.find((one) => one.name === wait.name);
  const asked = (action?.parameters ?? []).filter((one) => wait.sets?.includes(one.name));
  const more = link.masters.value ? (action?.parameters ?? []).filter((one) => action?.set_by[one.name] === "gm" && !asked.includes(one)) : [];
  const changed = Object.fromEntries(Object.entries(params).filter(([name, value]) => !same(value, wait.params?.[name])));
  const who = wait.params?.["who"];
  const inputOf = (one: ParameterDescription) => (
    <Field key={one.name} parameter={one} value={params[one.name]} onChange={(value) => setParams({ ...params, [one.name]: value ?? one.default })} />
  );
  const title = `${nameOf(link, wait.begun_by)} asks`;
  return (
    <section class="decide sheet arrives" aria-label={title}>
      <div role="status">
        <h2 tabIndex={-1}>{title}</h2>
      </div>
      <p>{capital(wait.text)}</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => link.answer(wait.pending, { choices: ["approve"], params: changed, standing }));
        }}
      >
        {asked.map(inputOf)}
        {more.length > 0 && (
          <details>
            <summary>Set more ({more.length})</summary>
            <div class="stack more">{more.map(inputOf)}</div>
          </details>
        )}
        {link.masters.value && asked.length > 0 && typeof who === "string" && (
          <label class="row">
            <input type="checkbox" checked={standing} onChange={(event) => setStanding(event.currentTarget.checked)} />
            From now on for {who}
          </label>
        )}
        <Problem error={error} />
        <p class="row">
          <button class="primary" disabled={busy}>
            {Object.keys(changed).length > 0 ? "Approve with these values" : "Approve"}
          </button>
          <button type="button" disabled={busy} onClick={() => run(() => link.answer(wait.pending, { choices: ["refuse"] }))}>
            Refuse
          </button>
        </p>
      </form>
    </section>
  );
}

export function Proposed({ link, wait }: { link: TableLink; wait: PendingView }) {
  const mine = wait.begun_by === link.view.value?.you && link.as.value === "";
  const names = wait.waits_for.map((seat) => nameOf(link, seat)).join(" or ");
  const cancel = (): void => void post(link.path("/withdrawals"), { pending: wait.pending }).catch((problem: unknown) => (link.problem.value = problem));
  return (
    <div class="note row apart" role="status">
      <span>
        {capital(wait.text)}: waiting for {names} to agree.
      </span>
      {mine && (
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      )}
    </div>
  );
}
