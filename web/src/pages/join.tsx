// Joining by link: the invitation is in the part of the address that no server sees.
import type { SeatResponse, TableView } from "../api-types";
import { useState } from "preact/hooks";
import { get, post } from "../api";
import { remember } from "../mine";
import { Page, Problem } from "../parts/shell";
import { go, where } from "../route";

export default function Join() {
  const sent = where.value.hash;
  const [invitation, setInvitation] = useState("");
  const [name, setName] = useState("");
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const join = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const text = (sent || invitation).trim().split("#").pop() ?? "";
      const { table, seat } = await post<SeatResponse>("/join", { invitation: text, name: name.trim() });
      const { game, title } = await get<TableView>(`/tables/${table}`);
      remember({ table, seat, game, title });
      go(`/table/${table}`);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <Page title="Join a table">
      <form class="stack" onSubmit={join}>
        <h1 tabIndex={-1}>Take a seat</h1>
        <p class="lead">The others see you by the name you give here.</p>
        <div class="field">
          <label for="name">Your name at the table</label>
          <input id="name" required maxLength={80} autocomplete="nickname" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </div>
        {!sent && (
          <div class="field">
            <label for="invitation">Invitation</label>
            <input id="invitation" required autocomplete="off" value={invitation} onInput={(event) => setInvitation(event.currentTarget.value)} />
            <span class="hint">The link or text that you were sent.</span>
          </div>
        )}
        <Problem error={error}>
          <p class="small">If it was used up or has expired, ask for a new one.</p>
        </Problem>
        <p>
          <button class="primary" disabled={busy}>
            Join the table
          </button>
        </p>
      </form>
    </Page>
  );
}
