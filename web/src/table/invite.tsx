// Invite the others: one link with its QR code, made once and kept in this browser.
import type { InvitationResponse } from "../api-types";
import { useEffect, useState } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { useOperation } from "../operation";
import { Copy, Problem } from "../parts/shell";
import type { TableLink } from "./link";

const SEATS = 6;
const HERE_ONLY = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
/** Stored instead of a link once the invitation was dismissed. */
const DISMISSED = "dismissed";
const placeOf = (table: string): string => `rulewright.invitation.${table}`;

/** The link of an invitation made in this browser; empty for another, as the server keeps only hashes. */
export const linkOf = (table: string, name: string): string => recall(`${table}.${name}`);

export const keepLink = (table: string, name: string, address: string): void => keep(`${table}.${name}`, address);

/** The link of an invitation, to the page of a player or to that of a big screen. */
export const linkTo = (invitation: string, page: "join" | "tv" = "join"): string => `${location.origin}/${page}#${invitation}`;

export function Invite({ link }: { link: TableLink }) {
  const [made, setMade] = useState(() => recall(link.table));
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (made) return;
    post<InvitationResponse>(link.path("/invitations"), { role: "player", uses: SEATS }).then(({ invitation, name }) => {
      const address = linkTo(invitation);
      keepLink(link.table, name, address);
      keep(link.table, address);
      setMade(address);
    }, setError);
  }, []);
  if (made === DISMISSED) return null;
  const dismiss = (): void => {
    keep(link.table, DISMISSED);
    setMade(DISMISSED);
  };
  return (
    <aside class="sheet invite no-print" aria-label="Invite the others">
      <div class="row apart">
        <h2>Invite the others</h2>
        <button type="button" class="link small" onClick={dismiss}>
          Dismiss
        </button>
      </div>
      <Problem error={error} />
      {made && <Invitation address={made} />}
    </aside>
  );
}

/** The same seat on another device: a link and its QR code, for one use within the hour. */
export function SecondDevice({ link }: { link: TableLink }) {
  const [made, setMade] = useState("");
  const { error, run } = useOperation();
  const make = (): Promise<void> =>
    run(async () => {
      const { invitation } = await post<InvitationResponse>(link.path("/devices"));
      setMade(linkTo(invitation));
    });
  return (
    <section class="stack tight" aria-label="Second device">
      <h2>Your seat on a second device</h2>
      <p class="small soft">Play on a phone and a laptop at once. The link works once, within an hour; keep it to yourself.</p>
      <Problem error={error} />
      {made ? (
        <Invitation address={made} words="Open this link on the other device, or scan it there" />
      ) : (
        <p>
          <button type="button" onClick={make}>
            Link for another device
          </button>
        </p>
      )}
    </section>
  );
}

export function Invitation({ address, words = "Send the link or show the code" }: { address: string; words?: string }) {
  return (
    <div class="invitation">
      <Qr text={address} />
      <div class="stack tight">
        <label class="small">
          {words}
          <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <Copy text={address} words="Copy the link" />
      </div>
      {HERE_ONLY && (
        <details class="small">
          <summary>This link works on this computer only</summary>
          <p class="soft">
            For others on your network, start Rulewright with <code>rulewright serve --host 0.0.0.0</code> and open the table by the address of this computer.
          </p>
        </details>
      )}
    </div>
  );
}

function recall(table: string): string {
  try {
    return localStorage.getItem(placeOf(table)) ?? "";
  } catch {
    return "";
  }
}

function keep(table: string, address: string): void {
  try {
    localStorage.setItem(placeOf(table), address);
  } catch {
    // a browser without storage makes a new link next time
  }
}

function Qr({ text }: { text: string }) {
  const code = useAsked(() => import("uqr").then(({ encode }) => encode(text, { border: 2 })), [text]).value;
  if (!code) return null;
  const path = code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label="QR code of the link">
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
