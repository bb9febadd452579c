// Verifies the dice of a closed table in the browser, from the viewer's own export: see docs/fair-dice.md for the
// protocol.
import type { EventView } from "../api-types";

type Fact = Partial<Omit<EventView, "event">> & { seq: number; kind: string; by: string; event?: Fact | null };
type Die = [sides: number, face: number, event: number, place: number, draw: number];

export interface Verified {
  proved: number;
  typed: number;
  /** Dice of hidden rolls, or of a seed that is not public. */
  unproved: number;
  /** The first event that does not match; 0 if all do. */
  wrong: number;
}

const text = new TextEncoder();
const RANGE = 1n << 64n;

const hex = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const sha256 = async (words: string): Promise<string> => hex(await crypto.subtle.digest("SHA-256", text.encode(words)));

async function hmac(key: Uint8Array<ArrayBuffer>, words: string): Promise<Uint8Array<ArrayBuffer>> {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, text.encode(words)));
}

async function face(key: Uint8Array<ArrayBuffer>, label: string, place: number, sides: number): Promise<number> {
  const limit = RANGE - (RANGE % BigInt(sides));
  for (let turn = 0; ; turn += 1) {
    const number = new DataView((await hmac(key, `${label}.${place}.${turn}`)).buffer).getBigUint64(0);
    if (number < limit) return Number(number % BigInt(sides)) + 1;
  }
}

/** The time from one commitment to the next. */
class Period {
  seed = "";
  hiddenSeed = "";
  mixed: string[] = [];
  committed: Record<string, string> = {};
  shown: Record<string, string> = {};
  readonly draws = new Set<string>();

  constructor(readonly begun: Fact) {}

  /** Adds a player's commitment or seed; returns whether it was valid. */
  async take(fact: Fact): Promise<boolean> {
    const seat = fact.seat ?? "";
    if (fact.kind === "committed") {
      this.committed[seat] = fact.commitment ?? "";
      return Object.keys(this.shown).length === 0;
    }
    if (fact.kind === "unseeded") return this.clear();
    if ((this.begun.protocol ?? 1) < 2) return this.mixed.push(fact.seed ?? "") > 0;
    this.shown[seat] = fact.seed ?? "";
    const right = (await sha256(`${seat}:${fact.seed}`)) === this.committed[seat];
    if (Object.keys(this.shown).length < Object.keys(this.committed).length) return right;
    const seats = Object.keys(this.shown).sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
    this.mixed = [...this.mixed, ...seats.map((one) => this.shown[one] ?? "")];
    return this.clear() && right;
  }

  private clear(): true {
    this.committed = {};
    this.shown = {};
    return true;
  }
}

interface Rolled {
  period: Period;
  mixed: string[];
  fact: Fact;
  die: Die;
}

/** Check every die in the lines of an export. */
export async function verify(lines: string[]): Promise<Verified> {
  const found: Verified = { proved: 0, typed: 0, unproved: 0, wrong: 0 };
  const fault = (seq: number): void => void (found.wrong ||= seq);
  const at = new Map<number, [Period, string[]]>();
  const seen = new Set<string>();
  const rolled: Rolled[] = [];
  let now: Period | undefined;
  for (const line of lines.slice(1).filter(Boolean)) {
    const event = JSON.parse(line);
    const fact: Fact = { ...(event.fact ?? event), seq: event.seq, by: event.by };
    if (["opened", "branched", "reopened"].includes(fact.kind)) now = new Period(fact);
    if (!now) continue;
    if (["committed", "seeded", "unseeded"].includes(fact.kind) && !(await now.take(fact))) fault(fact.seq);
    if (fact.kind === "closed") {
      now.seed = fact.seed ?? "";
      now.hiddenSeed = fact.hidden_seed ?? "";
      if (now.seed && (await sha256(now.seed)) !== now.begun.commitment) fault(fact.seq);
      if (now.hiddenSeed && (await sha256(now.hiddenSeed)) !== now.begun.hidden_commitment) fault(fact.seq);
    }
    at.set(fact.seq, [now, now.mixed]);
    const shown = fact.kind === "revealed" ? fact.event : fact;
    if (!shown || !["acted", "rolled", "waiting"].includes(shown.kind)) continue;
    const dice: Die[] = shown.dice ?? [];
    for (const die of dice) {
      const [, , event, place] = die;
      if (event === 0) found.typed += fact.kind === "waiting" ? 0 : 1;
      if (event === 0 || seen.has(`${event}.${place}`)) continue;
      seen.add(`${event}.${place}`);
      const [period, mixed] = at.get(event) ?? [now, now.mixed];
      rolled.push({ period, mixed, fact: shown, die });
    }
  }
  const keys = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { period, mixed, fact, die } of rolled) {
    const [sides, shows, event, place, draw] = die;
    const seed = fact.hidden_dice ? period.hiddenSeed : period.seed;
    if (!seed) {
      found.unproved += 1;
      continue;
    }
    const name = JSON.stringify([seed, mixed]);
    let key = keys.get(name) ?? text.encode(seed);
    if (!keys.has(name)) for (const one of mixed) key = await hmac(key, one);
    keys.set(name, key);
    const isFirst = (period.begun.protocol ?? 1) < 2;
    const once = `${fact.hidden_dice} ${fact.stream}.${draw}`;
    if (!isFirst && place === 0 && period.draws.has(once)) fault(event);
    if (place === 0) period.draws.add(once);
    if ((await face(key, isFirst ? String(draw || event) : `${fact.stream}.${draw}`, place, sides)) === shows) found.proved += 1;
    else fault(event);
  }
  return found;
}
