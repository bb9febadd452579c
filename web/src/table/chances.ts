// The odds of legal actions, requested lazily, few at a time, and cached until the next event.
import type { Values } from "../api";
import type { OddsResponse } from "../api-types";
import { signal, type Signal } from "@preact/signals";
import { post, Refusal } from "../api";
import type { TableLink } from "./link";
import { gm } from "../words";

export interface Known {
  odds?: OddsResponse;
  why?: string;
}

interface Job {
  into: Signal<Known | null>;
  action: string;
  params: Values;
}

const MOST_AT_ONCE = 2;
/** While events come quickly, no odds are requested that would be out of date before they are read. */
const QUIET = 350;
const TOO_MANY = 1_500;
const secret = (): Known => ({ why: `Odds hidden by the ${gm()}.` });

export class Chances {
  private kept = new Map<string, Signal<Known | null>>();
  private waiting: Job[] = [];
  /** Actions whose odds only the GM may see, with the setting under which the server said so. */
  private secret = new Set<string>();
  private busy = 0;
  private seq = -1;
  private from = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly link: TableLink) {}

  /** The known odds of an action; requests them when there are none. */
  of(action: string, params: Values): Signal<Known | null> {
    const seq = this.link.view.value?.seq ?? 0;
    if (seq !== this.seq) {
      this.seq = seq;
      this.kept.clear();
      this.waiting = [];
      this.from = Date.now() + QUIET;
    }
    const name = `${action} ${JSON.stringify(params)}`;
    const known = this.kept.get(name);
    if (known) return known;
    const into = signal<Known | null>(this.keeps(action, params) ? secret() : null);
    this.kept.set(name, into);
    if (into.peek() === null) {
      this.waiting.push({ into, action, params });
      this.next();
    }
    return into;
  }

  private keeps(action: string, params: Values): boolean {
    return this.link.hides(Object.values(params)) || this.secret.has(`${action} ${this.link.view.peek()?.settings.foe_odds}`);
  }

  private next(): void {
    // what is legal after the last event is not known yet: the odds of what is not would be refused
    const wait = this.link.fresh.peek() ? this.from - Date.now() : QUIET;
    if (wait > 0) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.next(), wait);
      return;
    }
    while (this.busy < MOST_AT_ONCE) {
      const job = this.waiting.shift();
      if (!job) return;
      if (!this.isOffered(job)) continue;
      this.busy += 1;
      void this.ask(job).finally(() => {
        this.busy -= 1;
        this.next();
      });
    }
  }

  private isOffered({ action, params }: Job): boolean {
    return this.link.offers.peek().some((one) => one.action === action && (one.who === "" || one.who === params["who"]));
  }

  private async ask(job: Job): Promise<void> {
    const { into, action, params } = job;
    try {
      into.value = { odds: await post<OddsResponse>(this.link.path("/chances"), { action, params, seconds: 3, brief: true }) };
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 429) {
        this.from = Date.now() + TOO_MANY;
        this.waiting.push(job);
      } else if (problem instanceof Refusal && problem.status === 403) {
        this.secret.add(`${action} ${this.link.view.peek()?.settings.foe_odds}`);
        into.value = secret();
      } else into.value = { why: problem instanceof Error ? problem.message : "" };
    }
  }
}
