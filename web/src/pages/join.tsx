// Joining by link: the invitation is in the part of the address that no server sees. The page says where it leads.
import type { SeatResponse, TableView, WelcomeResponse } from "../api-types";
import { useState } from "preact/hooks";
import { get, post } from "../api";
import { useAsked } from "../ask";
import { useOperation } from "../operation";
import { mine, remember } from "../my_tables";
import { Cover } from "../parts/motif";
import { Page, Problem } from "../parts/shell";
import { go, where } from "../route";

const invitationIn = (text: string): string => text.trim().split("#").pop() ?? "";

export default function Join() {
  const sent = where.value.hash;
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const { busy, error, run } = useOperation();
  const invitation = invitationIn(sent || typed);
  const welcome = useAsked((signal) => (invitation ? post<WelcomeResponse>("/welcome", { invitation }, signal) : undefined), [invitation], sent ? 0 : 400);
  const found = invitation ? welcome.value : undefined;
  const refused = invitation && !welcome.waiting && welcome.value === undefined ? welcome.error : undefined;
  // joining again would replace the seat this browser has: a GM who tries their own link would lose the table
  const seated = mine.value.find((one) => one.table === invitation.split(".")[0]);
  const join = (event: Event): void => {
    event.preventDefault();
    void run(async () => {
      const { table, seat } = await post<SeatResponse>("/join", { invitation, name: found?.seat || name.trim() });
      const { game, title } = await get<TableView>(`/tables/${table}`);
      remember({ table, seat, game, title });
      go(`/table/${table}`);
    });
  };
  if (sent && String(refused).includes("ask for a new one")) return <Old seat={seated?.table ?? ""} />;
  return (
    <Page title={found ? `Join ${found.title}` : "Join a table"} game={found?.game ?? ""}>
      <form class="stack join" onSubmit={join}>
        <h1 tabIndex={-1}>{found?.seat ? `Your seat at ${found.title}` : found ? `You are invited to ${found.title}` : "Take a seat"}</h1>
        {found && (
          <div class="sheet welcome">
            <Cover game={found.game} head>
              <strong>{found.name}</strong>
            </Cover>
            <p class="lead">
              A table of <b>{found.name}</b>
              {found.gm && found.gm.toLowerCase() !== found.called.toLowerCase() ? (
                <>
                  , run by <b>{found.gm}</b>
                </>
              ) : (
                ""
              )}
              .
            </p>
            <p class="soft">{welcomeWords(found)}</p>
          </div>
        )}
        {found && seated && !found.seat && (
          <div class="note stack tight">
            <p>You already have a seat at this table in this browser. Joining again takes its place. To try the link as a player, open it in a private window.</p>
            <p>
              <a class="button primary" href={`/table/${seated.table}`}>
                Back to your seat
              </a>
            </p>
          </div>
        )}
        {!sent && (
          <div class="field">
            <label for="invitation">Invitation</label>
            <input id="invitation" required autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
            <span class="hint">The link or text that you were sent.</span>
          </div>
        )}
        {!found?.seat && <div class="field">
          <label for="name">Your name at the table</label>
          <input id="name" required maxLength={80} autocomplete="nickname" value={name} onInput={(event) => setName(event.currentTarget.value)} />
          <span class="hint">The others see you by this name. No account is needed.</span>
        </div>}
        <Problem error={error ?? refused}>{!String(error ?? refused).includes("ask for a new one") && <p class="small">If the link is old, ask for a new one.</p>}</Problem>
        <p>
          <button class={seated && !found?.seat ? "" : "primary"} disabled={busy}>
            {found?.seat ? "Play here too" : seated ? "Join with a new seat" : "Join the table"}
          </button>
        </p>
      </form>
    </Page>
  );
}

/** Where an invitation leads that was used, revoked or cut short: what to do instead. */
const Old = ({ seat }: { seat: string }) => (
  <Page title="Join a table">
    <div class="stack join">
      <h1 tabIndex={-1}>This invitation no longer works</h1>
      <p>
        It was used or revoked, or a part of the link is missing. Ask the person who invited you for a new one: it is under <b>Seats</b> at their table.
      </p>
      <p class="row">
        {seat && (
          <a class="button primary" href={`/table/${seat}`}>
            Back to your seat
          </a>
        )}
        <a class="button" href="/play">
          Open a table of your own
        </a>
      </p>
    </div>
  </Page>
);

function welcomeWords(found: WelcomeResponse): string {
  if (found.seat) return `You sit here as ${found.seat}, on this device as well as the other.`;
  if (found.role === "spectator") return "You will watch; you can chat with the others.";
  if (found.role === "co-gm") return `You will help to run the game, as second ${found.called}.`;
  if (found.character) return `You will play ${found.character}.`;
  return "You choose a character at the table: one that is ready, a random one, or one you make.";
}
