// The connection to one table: its view, its log and the legal actions, kept up to date by frames of the server.
//
// Each frame carries an event and its changes to the view, so that nothing is requested again. Every request
// carries a key of its own, so that sending it again after a lost connection never does it twice.
import { batch, computed, signal } from "@preact/signals";
import { freshKey, get, post, Refusal, type Values } from "../api";
import type { ClosedFrame, EventFrame, EventResponse, EventView, HelloFrame, HelpResponse, LogResponse, MessageOddsResponse, OffersFrame, OffersResponse, OfferView, PatchView, PingFrame, PresenceFrame, TableView } from "../api-types";
import { valuesOf } from "../values";
import { unpacked } from "./offers";

export type Line = "opening" | "open" | "lost" | "gone";

type Frame = HelloFrame | EventFrame | OffersFrame | PresenceFrame | PingFrame | ClosedFrame;

const WAITS = [500, 1_000, 2_000, 4_000, 8_000];
const LOG_PAGE = 300;
const MOST_TRIES = 40;

const waitOf = (tries: number): number => WAITS[Math.min(tries, WAITS.length - 1)] ?? 8_000;

/** A view with the changes of a frame made. Values that did not change stay the same objects. */
function patched<T extends object>(view: T, patch: PatchView[]): T {
  const copy = { ...view };
  for (const one of patch) change(copy, one.path, one);
  return copy;
}

/** Makes one change in a copy; the objects on the way to it are copied. */
function change(copy: object, path: string[], one: PatchView): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length > 0) {
    const inner = { ...valuesOf(Reflect.get(copy, name)) };
    change(inner, rest, one);
    Object.assign(copy, { [name]: inner });
  } else if (one.gone) Reflect.deleteProperty(copy, name);
  else Object.assign(copy, { [name]: one.value });
}

export class TableLink {
  readonly view = signal<TableView | null>(null);
  readonly log = signal<EventView[]>([]);
  readonly offers = signal<OfferView[]>([]);
  /** Whether `offers` are the legal actions of the state that is drawn. */
  readonly fresh = signal(false);
  /** The last event after which other actions may be legal, and the map of the fight may be another. */
  readonly changed = signal(0);
  readonly presence = signal<string[]>([]);
  readonly line = signal<Line>("opening");
  readonly problem = signal<unknown>(null);
  /** The earlier state that is drawn, if it is not the present one. */
  readonly at = signal<number | null>(null);
  /** The moment that is wanted: `at` follows once the answer is here. */
  readonly moment = signal<number | null>(null);
  /** The seat as which the table is drawn; empty for the viewer's own. */
  readonly as = signal<string>("");
  /** The last event, to be read out. */
  readonly latest = signal<EventView | null>(null);
  /** Requests that were lost with the connection and are sent again. */
  readonly unsent = signal(0);
  /** Who sees the rolls made from here, unless chosen otherwise. */
  readonly audience = signal("everyone");
  readonly masters = computed(() => this.isMaster(this.view.value));
  /** Whether the seat whose view is shown is a spectator. */
  readonly watches = computed(() => this.view.value?.seats[this.as.value || this.view.value.you]?.role === "spectator");
  readonly last = computed(() => Math.max(this.log.value.at(-1)?.seq ?? 1, this.at.value === null ? (this.view.value?.seq ?? 1) : 1));

  private socket: WebSocket | null = null;
  private tries = 0;
  private stopped = false;
  /** The seat to view the table as next: `as` follows once the answer is here. */
  private viewer = "";
  /** The present view for this seat, also while another moment or seat is drawn. */
  private now: TableView | null = null;
  private drawn: () => void = () => undefined;
  private refreshing = false;
  private again = false;

  constructor(readonly table: string) {}

  private isMaster(view: TableView | null): boolean {
    const role = view?.seats[view.you]?.role;
    return this.as.value === "" && (role === "gm" || role === "co-gm");
  }

  path(rest = ""): string {
    return `/tables/${this.table}${rest}`;
  }

  /** Whether this seat plays a character. */
  plays(name: string): boolean {
    const view = this.view.value;
    const seat = view?.characters[name]?.seat;
    return view !== null && (this.masters.value || (seat !== "" && seat === (this.as.value || view.you)));
  }

  /** Whether odds would reveal a hidden sheet: the server refuses those, so the page does not ask. */
  hides(named: unknown[]): boolean {
    const view = this.view.peek();
    if (!view || this.masters.peek() || view.settings.foe_odds || view.settings.foe_sheets) return false;
    return named.some((value) => typeof value === "string" && view.characters[value]?.seat === "" && !view.characters[value]?.shown);
  }

  /** Connect; resolves when the table is drawn for the first time. */
  start(): Promise<void> {
    return new Promise((drawn) => {
      this.drawn = drawn;
      this.connect();
    });
  }

  stop(): void {
    this.stopped = true;
    this.socket?.close();
  }

  private retry(): void {
    if (this.stopped) return;
    this.line.value = "lost";
    setTimeout(() => this.stopped || this.connect(), waitOf(this.tries));
    this.tries += 1;
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const after = this.now ? `&after=${this.now.seq}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1${this.path("/live")}?offers=true${after}`);
    this.socket = socket;
    socket.onopen = () => socket.send("{}"); // without the cookie of a seat the server refuses at once instead of waiting for a key
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)));
    socket.onclose = (event) => {
      if (this.stopped) return;
      if ([4401, 4403, 4404].includes(event.code)) {
        this.line.value = "gone";
        this.problem.value = new Refusal("Your seat at this table is gone. Ask for a new invitation.", 401);
      } else this.retry();
    };
  }

  private hear(frame: Frame): void {
    switch (frame.type) {
      case "hello":
        this.greet(frame);
        break;
      case "presence":
        this.presence.value = frame.presence;
        break;
      case "event":
        this.take(frame);
        break;
      case "offers":
        this.allow(unpacked(frame.offers));
        break;
      case "ping": // an event that this seat does not see changes nothing but the number
        if (this.now && frame.seq > this.now.seq) this.draw({ ...this.now, seq: frame.seq });
        break;
    }
  }

  /** The first frame of a connection has the view; it is drawn unless another moment or seat is viewed. */
  private greet(frame: HelloFrame): void {
    const isFirst = this.now === null;
    batch(() => {
      this.tries = 0;
      this.line.value = "open";
      this.problem.value = null;
      this.presence.value = frame.presence;
      if (!this.isElsewhere()) this.fresh.value = false;
      this.changed.value = frame.view.seq;
      this.draw(frame.view);
    });
    if (this.isElsewhere()) this.refreshSoon();
    if (isFirst) void this.readLog().catch(() => undefined).then(this.drawn);
  }

  /** An event, and its changes to the view. Events from before the first frame come again after a lost connection. */
  private take(frame: EventFrame): void {
    batch(() => {
      if (frame.offers && !this.isElsewhere()) this.fresh.value = false;
      if (frame.offers) this.changed.value = frame.seq;
      if (this.viewer) void this.readLog().catch(() => undefined);
      else this.note(frame.event);
      if (this.now && frame.seq > this.now.seq) {
        this.draw(frame.view ?? { ...patched(this.now, frame.patch), seq: frame.seq });
      }
    });
    if (this.isElsewhere()) this.refreshSoon();
  }

  /** The present legal actions, which the server sends after each event that may change them. */
  private allow(offers: OfferView[]): void {
    if (this.isElsewhere()) return;
    batch(() => {
      this.offers.value = offers;
      this.fresh.value = true;
    });
  }

  private draw(view: TableView): void {
    this.now = view;
    if (!this.isElsewhere()) this.view.value = view;
  }

  private note(event: EventView): void {
    if (event.seq <= (this.log.value.at(-1)?.seq ?? 0)) return;
    this.log.value = [...this.log.value, event];
    this.show(event);
    this.latest.value = event;
  }

  /** A revealed roll replaces its hidden form. */
  private show(event: EventView): void {
    const shown = event.kind === "revealed" ? event.event : undefined;
    if (shown) this.log.value = this.log.value.map((one) => (one.seq === shown.seq ? shown : one));
  }

  /** Whether an earlier moment, or the table as another seat sees it, is wanted or drawn. */
  private isElsewhere(): boolean {
    return this.moment.value !== null || this.at.value !== null || this.viewer !== "" || this.as.value !== "";
  }

  /** Requests again; after a failure the connection retries. */
  private refreshSoon(): void {
    void this.refresh().catch(() => undefined);
  }

  /** The view of another moment or seat with its legal actions; back at the present, the present view. */
  private async refresh(): Promise<void> {
    if (this.refreshing) {
      this.again = true;
      return;
    }
    this.refreshing = true;
    try {
      const [at, as] = [this.moment.value, this.viewer];
      const isNow = at === null && as === "" && this.now !== null;
      const view = isNow ? null : await get<TableView>(this.path(), { at: at ?? undefined, as });
      const offers = at === null ? (await get<OffersResponse>(this.path("/offers"), { as })).offers : [];
      if (as !== this.viewer || at !== this.moment.value) this.again = true;
      else
        batch(() => {
          this.at.value = at;
          this.as.value = as;
          this.view.value = view ?? this.now;
          this.offers.value = offers;
          this.fresh.value = true;
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
    const last = this.now?.seq ?? 0;
    const after = Math.max(0, last - LOG_PAGE);
    const as = this.viewer;
    const events = await this.eventsAfter(after, 2 * LOG_PAGE, as);
    if (as !== this.viewer) return;
    const end = events.at(-1)?.seq ?? 0;
    this.log.value = [...events, ...(as ? [] : this.log.value.filter((event) => event.seq > end))];
    for (const event of events) this.show(event);
  }

  async earlier(): Promise<void> {
    const first = this.log.value[0]?.seq ?? 1;
    const after = Math.max(0, first - 1 - LOG_PAGE);
    const events = await this.eventsAfter(after, LOG_PAGE, this.as.value);
    this.log.value = [...events.filter((event) => event.seq < first), ...this.log.value];
  }

  /** A part of the log, which the server may send in several pages. */
  private async eventsAfter(after: number, most: number, as: string): Promise<EventView[]> {
    const events: EventView[] = [];
    while (events.length < most) {
      const page = await get<LogResponse>(this.path("/log"), { after, most: most - events.length, as, brief: "true" });
      events.push(...page.events);
      if (page.next >= page.last) break;
      after = page.next;
    }
    return events;
  }

  /** Look at an earlier moment, or at now; as oneself, or as a player would see it. */
  async look(at: number | null, as = this.viewer): Promise<void> {
    const turned = as !== this.viewer;
    this.moment.value = at;
    this.viewer = as;
    await this.refresh();
    if (turned) await this.readLog();
  }

  /** Sends a request. One that is lost with the connection is sent again with the same key until it is answered. */
  async press<T = unknown>(path: string, body: Values): Promise<T> {
    const key = freshKey();
    let counted = false;
    try {
      for (let tried = 0; ; tried += 1) {
        try {
          return await post<T>(this.path(path), { ...body, key });
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

  act(action: string, params: Values, faces?: string[], audience = this.audience.value): Promise<unknown> {
    return this.press("/actions", { action, params, audience, ...(faces ? { faces } : {}) });
  }

  answer(pending: string, given: { faces?: string[]; choices?: unknown[]; params?: Values; standing?: boolean }): Promise<unknown> {
    return this.press("/answers", { pending, ...given });
  }

  /** Sends a message to everyone, to the GMs ("gm"), or to one seat; with a title it is kept as a note. */
  say(text: string, to = "", title = ""): Promise<EventResponse | HelpResponse | MessageOddsResponse> {
    return this.press("/messages", { text, ...(to === "gm" ? { to_gm: true } : to ? { to } : {}), ...(title ? { title } : {}) });
  }
}
