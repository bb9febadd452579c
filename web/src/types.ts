// What the server sends, as far as the app reads it. `types_check.ts` holds it against the server's own word.

/** The shape of a value: what can be drawn as a stepper, chips, a list or an object. */
export interface Kind {
  kind: "integer" | "number" | "boolean" | "text" | "choice" | "list" | "object" | "any";
  least?: number | null;
  most?: number | null;
  values?: unknown[];
  names?: string;
  of?: string;
  items?: Kind | null;
  fields?: Parameter[];
  nullable?: boolean;
}

export interface Parameter {
  name: string;
  allowed: string;
  required: boolean;
  default: unknown;
  meaning: string;
  value: Kind;
}

/** A labelled chance: the exact fraction (empty when simulated), and a float for drawing. */
export interface Chance {
  label: string;
  chance: string;
  value: number;
  low?: number | null;
  high?: number | null;
}

/** A number in the outcomes, with the chance of each value and of at least as much. */
export interface Figure {
  name: string;
  mean: string;
  value: number;
  least: number;
  most: number;
  spread: number;
  quantiles: Record<string, number>;
  values: { number: number; chance: string; value: number; at_least: string; reached: number }[];
}

export interface Odds {
  method: "exact" | "float64" | "simulated" | "over budget";
  /** One stacked bar, worst outcome first. */
  bar: Chance[];
  rows: Chance[];
  figures: Figure[];
  /** Pairs of an outcome and its chance, likeliest first; `more` are left out. */
  outcomes: [unknown, string | number][];
  more: number;
  note: string;
  runs: number;
  notation: string;
  /** Of an action: what whoever is on turn has less of afterwards. */
  cost: Record<string, number>;
}

/** A number told twice: exactly, and for drawing. */
export interface Told {
  chance: string;
  value: number;
}

export interface Compared {
  method: "exact" | "over budget";
  note: string;
  conclusion: string;
  same: boolean;
  labels: string[];
  bars: Chance[][];
  rows: { label: string; sides: Told[]; change: Told }[];
  figures: { label: string; sides: Told[]; change: Told; is_chance: boolean }[];
}

export interface Swept {
  method: "exact" | "partly";
  figure: string;
  is_chance: boolean;
  figures: string[];
  axes: { name: string; values: unknown[] }[];
  cells: { chance: string; value: number | null; why: string }[];
}

export interface Advised {
  method: "exact" | "over budget";
  note: string;
  decisions: {
    who: string;
    question: string;
    when: Record<string, unknown>;
    chance: Told;
    /** The best first; a game's own solver tells only what each is worth. */
    options: { choice: unknown; wins: Told | null; loses: Told | null; worth: Told }[];
  }[];
}

// --- rules

export interface Rule {
  rule: string;
  kind: "rule" | "ruling";
  /** The section of a rule; the title of a ruling. */
  section: string;
  text: string;
  used_in: string[];
  /** The rolls that put it to use, those first that are about it. */
  rolls: string[];
}

// --- making a character

export type Form =
  | { kind: "words"; longest: number; suggested: string[]; lines: boolean; example: string }
  | { kind: "flag" }
  | NumberForm
  | { kind: "choice"; values: unknown[]; usual: unknown }
  | PicksForm
  | EntriesForm
  | FieldsForm
  | FacesForm
  | { kind: "loose" }; // a value of any kind: what a parameter is that takes several

export interface NumberForm {
  kind: "number";
  least: number | null;
  most: number | null;
  usual: number | null;
}

export interface PicksForm {
  kind: "picks";
  values: unknown[];
  least: number;
  most: number;
  repeats: boolean;
  own: Form | null;
  places: string[];
}

export interface Entry {
  name: string;
  least: number | null;
  most: number | null;
  values: unknown[];
  note: string;
}

export interface EntriesForm {
  kind: "entries";
  each: Form;
  names: Entry[];
  own: boolean;
  every: boolean;
  purse: { whole: number; left: number; unit: string; must: boolean } | null;
}

export interface FieldsForm {
  kind: "fields";
  parts: { name: string; title: string; form: Form; optional: boolean }[];
}

export interface FacesForm {
  kind: "faces";
  count: number;
  sides: number;
  instead_of: string;
}

export interface Step {
  field: string;
  title: string;
  cites: string[];
  optional: boolean;
  allowed: string;
  choices: unknown[];
  refused: Record<string, string>;
  form: Form;
  problem: string;
}

export type Wish = Record<string, unknown>;
export type Sheet = Record<string, unknown>;

export interface Creation {
  steps: Step[];
  sheet: Sheet | null;
  error: string;
  rule: string;
  /** The field of the step at which that can be mended. */
  step: string;
}
