// The odds of what may be done, asked for lazily, one after the other, and kept until the table goes on.
import { signal, type Signal } from "@preact/signals";
import { post, Refusal } from "../api";
import type { Odds } from "../types";
import type { Params } from "./shapes";

export interface Known {
  odds?: Odds;
  why?: string;
}

const MOST_AT_ONCE = 2;

export class Chances {
  private kept = new Map<string, Signal<Known | null>>();
  private waiting: (() => Promise<void>)[] = [];
  private busy = 0;
  private seq = -1;

  constructor(private readonly path: (rest: string) => string) {}

  /** What is known of an action's odds at this point of the table; asks when nothing is. */
  of(seq: number, action: string, params: Params): Signal<Known | null> {
    if (seq !== this.seq) {
      this.seq = seq;
      this.kept.clear();
      this.waiting = [];
    }
    const name = `${action} ${JSON.stringify(params)}`;
    const known = this.kept.get(name);
    if (known) return known;
    const fresh = signal<Known | null>(null);
    this.kept.set(name, fresh);
    this.waiting.push(() => this.ask(fresh, action, params));
    this.next();
    return fresh;
  }

  private next(): void {
    const job = this.busy < MOST_AT_ONCE ? this.waiting.shift() : undefined;
    if (!job) return;
    this.busy += 1;
    void job().finally(() => {
      this.busy -= 1;
      this.next();
    });
  }

  private async ask(into: Signal<Known | null>, action: string, params: Params): Promise<void> {
    try {
      into.value = { odds: await post<Odds>(this.path("/chances"), { action, params, seconds: 3 }) };
    } catch (problem) {
      const quiet = problem instanceof Refusal && problem.status === 403;
      into.value = { why: quiet ? "The game master keeps these odds." : problem instanceof Error ? problem.message : "" };
    }
  }
}
