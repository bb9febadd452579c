// Seats and invitations: a link and its QR code, for how many and how long; revoked at once.
import { useState } from "preact/hooks";
import { get, patch, post, remove } from "../api";
import type { InvitationDescription, InvitationResponse } from "../api-types";
import { useAsked } from "../ask";
import { useOperation } from "../operation";
import { Problem } from "../parts/shell";
import { Invitation, keepLink, linkOf, linkTo, SecondDevice } from "./invite";
import type { TableLink } from "./link";
import type { Runs } from "./master";
import { seatRole } from "./log_names";
import { capital } from "../words";

const HOURS = [
  [1, "an hour"],
  [48, "two days"],
  [720, "a month"],
] as const;

const WHEN = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

export function Invitations({ link }: { link: TableLink }) {
  const [role, setRole] = useState("player");
  const [uses, setUses] = useState(6);
  const [hours, setHours] = useState(48);
  const [character, setCharacter] = useState("");
  const [made, setMade] = useState("");
  const [count, setCount] = useState(0);
  const { error, run } = useOperation();
  const open = useAsked(() => get<InvitationDescription[]>(link.path("/invitations")), [count]);
  const invite = (): Promise<void> =>
    run(async () => {
      const isScreen = role === "screen";
      const asked = isScreen ? { role: "spectator", uses: 1, hours } : { role, uses: character ? 1 : uses, hours, character };
      const given = await post<InvitationResponse>(link.path("/invitations"), asked);
      const address = linkTo(given.invitation, isScreen ? "tv" : "join");
      keepLink(link.table, given.name, address);
      setMade(address);
      setCount(count + 1);
    });
  const revoke = async (name: string): Promise<void> => {
    if (!confirm("Revoke this invitation? Its link stops working for everyone who has not used it yet.")) return;
    await run(() => remove(link.path(`/invitations/${name}`)).then(() => (setMade(""), setCount(count + 1))));
  };
  const characters = Object.entries(link.view.value?.characters ?? {});
  return (
    <section class="stack" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite the others</h2>
      <div class="row">
        <label class="small">
          as{" "}
          <select value={role} onChange={(event) => setRole(event.currentTarget.value)}>
            <option value="player">player</option>
            <option value="spectator">spectator</option>
            <option value="co-gm">{seatRole("co-gm")}</option>
            <option value="screen">TV or projector</option>
          </select>
        </label>
        {role !== "screen" && (
          <label class="small">
            playing{" "}
            <select value={character} onChange={(event) => setCharacter(event.currentTarget.value)}>
              <option value="">their own character</option>
              {characters.map(([name]) => (
                <option value={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        {!character && role !== "screen" && (
          <label class="small">
            for <input type="number" min={1} max={100} value={uses} onInput={(event) => setUses(Number(event.currentTarget.value))} /> people
          </label>
        )}
        <label class="small">
          good for{" "}
          <select value={hours} onChange={(event) => setHours(Number(event.currentTarget.value))}>
            {HOURS.map(([count, words]) => (
              <option value={count}>{words}</option>
            ))}
          </select>
        </label>
        <button type="button" class="primary" onClick={invite}>
          Make a link
        </button>
      </div>
      <Problem error={error} />
      {made && <Invitation address={made} />}
      {open.value && open.value.length > 0 && (
        <ul class="small">
          {open.value.map((one) => (
            <li>
              {capital(seatRole(one.role))}
              {one.character && ` for ${one.character}`}, {one.uses === 1 ? "one seat" : `${one.uses} seats`} left, until {WHEN.format(new Date(one.expires))}{" "}
              {linkOf(link.table, one.name) && (
                <>
                  <button type="button" class="link" onClick={() => setMade(linkOf(link.table, one.name))}>
                    show again
                  </button>{" "}
                </>
              )}
              <button type="button" class="link" onClick={() => revoke(one.name)}>
                revoke
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Seats({ link, run }: Runs) {
  const view = link.view.value;
  if (!view) return null;
  return (
    <section aria-labelledby="seats-title">
      <h2 id="seats-title">Seats</h2>
      <ul class="seats">
        {Object.entries(view.seats).map(([seat, one]) => (
          <li class="row">
            <b>{one.name}</b> {one.role === "gm" && <span class="tag">{seatRole(one.role)}</span>}
            <span class="small soft">{link.presence.value.includes(seat) ? "here" : "away"}</span>
            {one.role !== "gm" && (
              <>
                <label class="small">
                  <span class="unseen">Role of {one.name}</span>
                  <select value={one.role} onChange={(event) => run(patch(link.path(`/seats/${seat}`), { role: event.currentTarget.value }))}>
                    <option value="player">player</option>
                    <option value="spectator">spectator</option>
                    <option value="co-gm">{seatRole("co-gm")}</option>
                  </select>
                </label>
                <button type="button" class="link" onClick={() => confirm(`Remove the seat of ${one.name}? They leave the table at once; their characters stay, and are yours to run.`) && run(remove(link.path(`/seats/${seat}`)))}>
                  Remove<span class="unseen"> the seat of {one.name}</span>
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <SecondDevice link={link} />
    </section>
  );
}
