// The table's fair dice: commitment, players' seeds, revealed seed, verification. One line, and more when it is opened.
import { useEffect, useState } from "preact/hooks";
import { post, remove } from "../api";
import type { TableLink } from "./link";
import { nameOf } from "./log_names";
import type { Verified } from "./verify";
import { gm, together } from "../words";

const keptAt = (link: TableLink): string => `rulewright.seed.${link.table}`;

const randomSeed = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function Fair({ link }: { link: TableLink }) {
  const view = link.view.value!;
  const { fair, you } = view;
  const [verified, setVerified] = useState<Verified | null>(null);
  const run = (work: Promise<unknown>): void => void work.catch((problem: unknown) => (link.problem.value = problem));
  const players = Object.keys(view.seats).filter((seat) => view.seats[seat]?.role === "player");
  const waits = fair.committed.filter((seat) => !fair.shown.includes(seat));
  const missing = [...new Set([...players, ...fair.seats.filter((seat) => seat in view.seats)])].filter((seat) => !fair.committed.includes(seat));
  const mine = fair.committed.includes(you) && !fair.shown.includes(you);
  const show = async (): Promise<void> => {
    const seed = localStorage.getItem(keptAt(link));
    if (seed) await post(link.path("/seeds"), { seed });
  };
  // The seed is shown automatically once all players have committed, or when another seed of the round has been shown.
  useEffect(() => {
    if (mine && link.as.value === "" && (fair.shown.length > 0 || missing.length === 0)) run(show());
  }, [mine, fair.shown.length, missing.length]);
  useEffect(() => setVerified(null), [view.closed]);
  const add = async (): Promise<void> => {
    const seed = randomSeed();
    localStorage.setItem(keptAt(link), seed);
    const { sha256 } = await import("./lazy_parts");
    await post(link.path("/seed-commitments"), { commitment: await sha256(`${you}:${seed}`) });
  };
  const check = async (): Promise<void> => {
    const { verify } = await import("./lazy_parts");
    const file = await fetch(`/api/v1${link.path("/export")}`, { credentials: "same-origin" });
    setVerified(await verify((await file.text()).split("\n")));
  };
  const names = (seats: string[]): string => together(seats.map((seat) => nameOf(link, seat)));
  const word = verified ? (verified.wrong ? "do not match" : "verified") : fair.seed ? "revealed" : "fixed in advance";
  const plays = view.seats[you]?.role !== "spectator" && !view.closed && fair.protocol > 1;
  return (
    <details class="fair small no-print">
      <summary>
        Dice: <b>{word}</b>
        {view.imported > 0 && <span class="tag">imported, not witnessed</span>}
      </summary>
      <p>
        {fair.seed ? "Seed revealed. " : "Dice are fixed in advance and can be checked. To check them later, write down the fingerprint of the seed: "}
        <code>{fair.commitment.slice(0, 16)}</code>
      </p>
      <p>{fair.seats.length ? `Seeds of ${names(fair.seats)} are in the dice.` : "No player's seed is in the dice yet."}</p>
      {view.imported > 0 && <p>Events 1 to {view.imported} come from a file; nobody here saw those dice fall.</p>}
      {fair.committed.length > 0 && (
        <p>
          {fair.shown.length ? `Dice wait until ${names(waits)} ${waits.length > 1 ? "show their seeds" : "shows a seed"}.` : `${names(fair.committed)} committed to a seed.`}
          {!fair.shown.length && missing.length > 0 && ` Still to come: ${names(missing)}.`}
        </p>
      )}
      <p class="row">
        {plays && !fair.committed.includes(you) && fair.shown.length === 0 && (
          <button type="button" onClick={() => run(add())}>
            Add my seed
          </button>
        )}
        {plays && mine && (
          <button type="button" onClick={() => run(show())}>
            Show the seeds now
          </button>
        )}
        {link.masters.value && fair.committed.length > 0 && (
          <button type="button" class="link" onClick={() => run(remove(link.path("/seed-commitments")))}>
            Drop this round of seeds
          </button>
        )}
        {fair.seed && (
          <button type="button" onClick={() => run(check())}>
            Verify the dice here
          </button>
        )}
      </p>
      {verified && (
        <p role="status">
          {verified.wrong ? `Event ${verified.wrong} does not match the seeds.` : `${verified.proved} dice match the seeds.`}
          {verified.typed > 0 && ` Typed in: ${verified.typed}.`}
          {verified.unproved > 0 && ` Hidden, for the ${gm()} to check: ${verified.unproved}.`}
        </p>
      )}
    </details>
  );
}
