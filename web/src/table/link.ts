// The line to one table: what it looks like now, what happened, what may be done; kept up to date by itself.
//
// The server is the only authority. Every press carries a key of its own, so that sending it again
// after a broken line never does it twice; what was heard is taken up again after the last number.
import { batch, computed, signal } from "@preact/signals";
import { freshKey, get, post, Refusal } from "../api";
import type { Offer, Params, Told, View } from "./shapes";

export type Line = "opening" | "open" | "lost" | "gone";

interface Message {
  type: "hello" | "event" | "presence" | "ping";
  seq?: number;
  event?: Told;
  presence?: string[];
}

const WAITS = [500, 1_000, 2_000, 4_000, 8_000];
const LOG_PAGE = 300;
const MOST_TRIES = 40;

const waitOf = (tries: number): number => WAITS[Math.min(tries, WAITS.length - 1)] ?? 8_000;

export class TableLink {
  readonly view = signal<View | null>(null);
  readonly log = signal<Told[]>([]);
  readonly offers = signal<Offer[]>([]);
  readonly presence = signal<string[]>([]);
  readonly line = signal<Line>("opening");
  readonly problem = signal<unknown>(null);
  /** The earlier state that is drawn, if it is not the one of now. */
  readonly at = signal<number | null>(null);
  /** The moment that is wanted: `at` follows once the answer is here. */
  readonly moment = signal<number | null>(null);
  /** Through whose eyes the view that is drawn was asked for. */
  readonly as = signal<string>("");
  /** What was heard last, to be read out. */
  readonly latest = signal<Told | null>(null);
  /** Presses that the line has swallowed and that are sent again. */
  readonly unsent = signal(0);
  /** Who sees what is rolled from here, unless somebody says otherwise. */
  readonly audience = signal("everyone");
  readonly masters = computed(() => this.isMaster(this.view.value));
  readonly last = computed(() => Math.max(this.log.value.at(-1)?.seq ?? 1, this.at.value === null ? (this.view.value?.seq ?? 1) : 1));

  private socket: WebSocket | null = null;
  private seq = 0;
  private tries = 0;
  private stopped = false;
  /** Through whose eyes to ask next: `as` follows once the answer is here. */
  private eyes = "";
  private refreshing = false;
  private again = false;

  constructor(readonly table: string) {}

  private isMaster(view: View | null): boolean {
    const role = view?.seats[view.you]?.role;
    return this.as.value === "" && (role === "gm" || role === "co-gm");
  }

  path(rest = ""): string {
    return `/tables/${this.table}${rest}`;
  }

  /** Whether this seat decides what somebody does. */
  plays(name: string): boolean {
    const view = this.view.value;
    const seat = view?.characters[name]?.seat;
    return view !== null && (this.masters.value || (seat !== "" && seat === (this.as.value || view.you)));
  }

  /** Odds against somebody whose sheet is hidden would tell what is on it: the server refuses, so nobody asks. */
  hides(named: unknown[]): boolean {
    const view = this.view.peek();
    if (!view || this.masters.peek() || view.settings.foe_odds) return false;
    return named.some((value) => typeof value === "string" && view.characters[value]?.seat === "" && !view.characters[value]?.shown);
  }

  async start(): Promise<void> {
    try {
      await this.refresh();
      await this.readLog();
      this.connect();
    } catch (problem) {
      this.fail(problem);
    }
  }

  stop(): void {
    this.stopped = true;
    this.socket?.close();
  }

  private fail(problem: unknown): void {
    this.problem.value = problem;
    if (problem instanceof Refusal && [401, 403, 404].includes(problem.status)) this.line.value = "gone";
    else this.retry();
  }

  private retry(): void {
    if (this.stopped) return;
    this.line.value = "lost";
    setTimeout(() => {
      if (this.stopped) return;
      if (this.view.value === null) void this.start();
      else this.connect();
    }, waitOf(this.tries));
    this.tries += 1;
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1${this.path("/live")}?after=${this.seq}`);
    this.socket = socket;
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as Message);
    socket.onclose = (event) => {
      if (this.stopped) return;
      if ([4401, 4403, 4404].includes(event.code)) {
        this.line.value = "gone";
        this.problem.value = new Refusal("Your seat at this table is gone. Ask the game master for a new invitation.", 401);
      } else this.retry();
    };
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "hello":
        this.tries = 0;
        this.line.value = "open";
        this.problem.value = null;
        this.presence.value = message.presence ?? [];
        this.refreshSoon();
        break;
      case "presence":
        this.presence.value = message.presence ?? [];
        break;
      case "event":
        if (message.event) this.take(message.event);
        break;
      case "ping":
        this.seq = Math.max(this.seq, message.seq ?? 0);
        break;
    }
  }

  /** An event that was heard, once, whichever way it came. */
  private take(event: Told): void {
    if (event.seq <= this.seq) return;
    this.seq = event.seq;
    if (this.eyes) void this.readLog().catch(() => undefined);
    else {
      this.log.value = [...this.log.value, event];
      this.show(event);
      this.latest.value = event;
    }
    this.refreshSoon();
  }

  /** A roll that was revealed takes the place of what was known of it. */
  private show(event: Told): void {
    const shown = event.kind === "revealed" ? event.event : undefined;
    if (shown) this.log.value = this.log.value.map((one) => (one.seq === shown.seq ? shown : one));
  }

  /** Ask again; a line that breaks meanwhile is mended by its own retry. */
  private refreshSoon(): void {
    void this.refresh().catch(() => undefined);
  }

  /** The state and what may be done, asked again; several requests at once become one. */
  async refresh(): Promise<void> {
    if (this.refreshing) {
      this.again = true;
      return;
    }
    this.refreshing = true;
    try {
      const [at, as] = [this.moment.value, this.eyes];
      const [view, offers] = await Promise.all([
        get<View>(this.path(), { at: at ?? undefined, as }),
        at === null ? get<{ seq: number; offers: Offer[] }>(this.path("/offers"), { as }) : { seq: 0, offers: [] },
      ]);
      // the table went on between the two answers, or another moment or somebody else's eyes are wanted by now: ask again before drawing
      const apart = at === null && offers.seq !== view.seq && this.view.value !== null;
      if (apart || as !== this.eyes || at !== this.moment.value) this.again = true;
      else
        batch(() => {
          this.at.value = at;
          this.as.value = as;
          this.view.value = view;
          this.offers.value = offers.offers;
        });
    } finally {
      this.refreshing = false;
      if (this.again) {
        this.again = false;
        this.refreshSoon();
      }
    }
  }

  private async readLog(): Promise<void> {
    const last = this.view.value?.seq ?? 0;
    const after = Math.max(0, last - LOG_PAGE);
    const as = this.eyes;
    const page = await get<{ events: Told[] }>(this.path("/log"), { after, most: 2 * LOG_PAGE, as });
    if (as !== this.eyes) return;
    this.log.value = page.events;
    this.seq = Math.max(this.seq, page.events.at(-1)?.seq ?? 0, last);
    for (const event of page.events) this.show(event);
  }

  async earlier(): Promise<void> {
    const first = this.log.value[0]?.seq ?? 1;
    const after = Math.max(0, first - 1 - LOG_PAGE);
    const page = await get<{ events: Told[] }>(this.path("/log"), { after, most: LOG_PAGE, as: this.as.value });
    this.log.value = [...page.events.filter((event) => event.seq < first), ...this.log.value];
  }

  /** Look at an earlier moment, or at now; as oneself, or as a player would see it. */
  async look(at: number | null, as = this.eyes): Promise<void> {
    const turned = as !== this.eyes;
    this.moment.value = at;
    this.eyes = as;
    await this.refresh();
    if (turned) await this.readLog();
  }

  /** Press something. A press that the line swallowed is sent again with the same key until it is answered. */
  async press(path: string, body: Params): Promise<unknown> {
    const key = freshKey();
    let counted = false;
    try {
      for (let tried = 0; ; tried += 1) {
        try {
          return await post(this.path(path), { ...body, key });
        } catch (problem) {
          if (!(problem instanceof Refusal) || problem.status !== 0 || tried >= MOST_TRIES) throw problem;
        }
        if (!counted) this.unsent.value += 1;
        counted = true;
        await new Promise((resume) => setTimeout(resume, waitOf(tried)));
      }
    } finally {
      if (counted) this.unsent.value -= 1;
    }
  }

  act(action: string, params: Params, faces?: number[], audience = this.audience.value): Promise<unknown> {
    return this.press("/actions", { action, params, audience, ...(faces ? { faces } : {}) });
  }

  answer(pending: string, given: { faces?: number[]; choices?: unknown[] }): Promise<unknown> {
    return this.press("/answers", { pending, ...given });
  }

  say(text: string, to_gm = false): Promise<unknown> {
    return this.press("/messages", { text, to_gm });
  }
}
