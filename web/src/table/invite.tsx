// Invite the others: one link with its QR code, made once and kept in this browser.
import type { InvitationResponse } from "../api-types";
import { useEffect, useState } from "preact/hooks";
import { post } from "../api";
import { useAsked } from "../ask";
import { Copy, Problem } from "../parts/shell";
import type { TableLink } from "./link";

const SEATS = 6;
const HERE_ONLY = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
/** Stored instead of a link once the invitation was dismissed. */
const DISMISSED = "dismissed";
const placeOf = (table: string): string => `rulewright.invitation.${table}`;

/** The link of an invitation, to the page of a player or to that of a big screen. */
export const linkTo = (invitation: string, page: "join" | "tv" = "join"): string => `${location.origin}/${page}#${invitation}`;

export function Invite({ link }: { link: TableLink }) {
  const [made, setMade] = useState(() => recall(link.table));
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (made) return;
    post<InvitationResponse>(link.path("/invitations"), { role: "player", uses: SEATS }).then(({ invitation }) => {
      const address = linkTo(invitation);
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

export function Invitation({ address }: { address: string }) {
  return (
    <div class="invitation">
      <Qr text={address} />
      <label class="small grow">
        Send this link, or let them scan it
        <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        {HERE_ONLY && (
          <span class="soft">
            It works on this machine only. For others on your network, start <code>rulewright serve --host 0.0.0.0</code>
          </span>
        )}
      </label>
      <Copy text={address} words="Copy the link" />
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
