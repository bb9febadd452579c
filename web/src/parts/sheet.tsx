// A character's sheet, laid out as the game describes it: name, tracks, plates, then lists. The same on paper.
import type { TrackedValue, Tracker } from "../api-types";
import type { Values } from "../api";
import { adopt } from "../lazy_style";
import { valuesOf } from "../values";
import { Trackers } from "../table/trackers";
import { capital, inWords, labelOf, rowOf, trackers as tracked, words } from "../words";
import style from "./sheet.lazy.css";
import { Token } from "./token";

adopt(style);

type Row = [string, unknown];
type Fields = Record<string, unknown>;
/** The action of a click on a row of the sheet, if it has one. */
type Press = (row: string) => (() => void) | undefined;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => !isObject(value) && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

interface Props {
  sheet: Values;
  /** The fields that trackers show. */
  trackers?: Tracker[];
  /** What the sheet keeps in sight. */
  shown?: TrackedValue[];
  /** Every field, false ones too: for a value that is not a character. */
  full?: boolean;
  /** Without the name, which is already shown above. */
  bare?: boolean;
  press?: Press;
}

export function SheetView({ sheet, trackers = [], shown = [], full = false, bare = false, press = () => undefined }: Props) {
  const layout = words.value.sheet;
  const besides = Object.fromEntries(Object.entries(layout.beside).map(([other, field]) => [field, other]));
  const isTracked = (name: string): boolean => !bare && trackers.some((tracker) => tracker.value === name);
  const isLeft = (name: string): boolean => full || !(layout.hide.includes(name) || layout.lead.includes(name) || layout.plates.includes(name) || name in layout.beside || isTracked(name));
  const rows = paired(Object.entries(sheet)).filter(
    ([name, value]) => name !== "name" && name !== "kind" && !isEmpty(value) && value !== "none" && (full || value !== false) && isLeft(name),
  );
  const single = rows.filter(([, value]) => isPlain(value));
  const tables = rows.filter((row): row is [string, Fields] => isObject(row[1]));
  const lists = rows.filter((row): row is [string, unknown[]] => Array.isArray(row[1]));
  const lead = full ? [] : layout.lead.filter((name) => !isEmpty(sheet[name])).map((name) => leadOf(name, sheet[name]));
  const plates = full ? [] : layout.plates.filter((name) => isObject(sheet[name]));
  const name = String(sheet["name"] || "Nameless");
  return (
    <div class={`character-sheet paper-${full ? "plain" : layout.paper}`}>
      {!bare && !full && <Ornament name={name} />}
      <div class="sheet-first">
        {!bare && <h2 class="character-name">{name}</h2>}
        {lead.length > 0 && <p class="lead-line">{capital(lead.join(" · "))}</p>}
        {!bare && <Trackers shown={shown} where="sheet" />}
        {plates.map((name) => (
          <Plates title={labelOf(name)} value={valuesOf(sheet[name])} beside={besides[name]} other={valuesOf(sheet[besides[name] ?? ""])} press={press} />
        ))}
      </div>
      <div class="sheet-second">
        {single.length > 0 && (
          <dl class="boxes">
            {single.map(([name, value]) => (
              <div>
                <dt>{labelOf(name)}</dt>
                <dd>{inWords(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        <div class="sheet-tables">
          {tables.map(([name, value]) => (
            <Named title={labelOf(name)} value={value} press={press} />
          ))}
          {lists.map(([name, value]) => {
            const things = thingsIn(value);
            return things ? (
              <Named title={labelOf(name)} value={things} press={press} />
            ) : (
              <section>
                <p class="table-title">{labelOf(name)}</p>
                <Listed items={value} />
              </section>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The ornaments of a sheet: a photograph and its clip, a stamp, a tide line. */
function Ornament({ name }: { name: string }) {
  const { paper, stamp } = words.value.sheet;
  return (
    <>
      {paper === "case-file" && (
        <div class="photo" aria-hidden="true">
          <svg viewBox="0 0 14 34" class="clip">
            <path d="M11 8v16a4 4 0 0 1-8 0V7a3 3 0 0 1 6 0v15a1.5 1.5 0 0 1-3 0V9" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
          </svg>
          <Token names={[name]} name={name} />
        </div>
      )}
      {stamp && (
        <span class="stamp" aria-hidden="true">
          {stamp}
        </span>
      )}
    </>
  );
}

/** Numbers need their name, words do not: "Rank 1", "burglar". */
const leadOf = (name: string, value: unknown): string => (typeof value === "number" ? `${labelOf(name)} ${value}` : inWords(value));

interface PlatesProps {
  title: string;
  value: Fields;
  /** The field whose values are shown beside these. */
  beside: string | undefined;
  other: Fields;
  press: Press;
}

/** Large values under their names; a click rolls them where that is possible. */
function Plates({ title, value, beside, other, press }: PlatesProps) {
  return (
    <section class="plates" aria-label={title}>
      {Object.entries(value).map(([name, inner]) => {
        const roll = press(name);
        const face = (
          <>
            <span class="plate-name">{rowOf(name)}</span>
            <b>{inWords(inner)}</b>
            {beside && other[name] !== undefined && <span class="small soft">{`${labelOf(beside)} ${inWords(other[name])}`}</span>}
          </>
        );
        return roll ? (
          <button type="button" class="plate number" onClick={roll}>
            {face}
          </button>
        ) : (
          <div class="plate">{face}</div>
        );
      })}
    </section>
  );
}

/** A number and its maximum as one, where a tracker says which: "hp 24" and "hp max 30" are "hp 24 / 30". */
function paired(rows: Row[]): Row[] {
  const all = new Map(rows);
  const most = (name: string): string | undefined => {
    const other = tracked.value.find((one) => one.value === name)?.most;
    return typeof other === "string" && typeof all.get(other) === "number" ? other : undefined;
  };
  const taken = new Set(rows.map(([name]) => most(name)).filter(Boolean));
  return rows
    .filter(([name]) => !taken.has(name))
    .map(([name, value]) => {
      const other = most(name);
      return other && typeof value === "number" ? [name, `${value} / ${String(all.get(other))}`] : [name, value];
    });
}

/** Things with a name and figures, such as weapons, as the rows of a table; null for any other list. */
function thingsIn(items: unknown[]): Fields | null {
  const things = items.filter(isObject);
  const names = new Set(things.map((one) => one["name"]));
  if (things.length < items.length || names.size < items.length || [...names].some((name) => typeof name !== "string")) return null;
  const columns = [...new Set(things.flatMap(Object.keys))].filter((column) => column !== "name" && things.every((one) => isPlain(one[column])) && things.some((one) => !isEmpty(one[column]) && one[column] !== false && one[column] !== "none"));
  if (columns.length === 0) return null;
  return Object.fromEntries(things.map((one) => [String(one["name"]), Object.fromEntries(columns.map((column) => [column, one[column]]))]));
}

function Listed({ items }: { items: unknown[] }) {
  if (items.every(isPlain)) return <p class="small">{items.map(inWords).join(", ")}</p>;
  return (
    <ul>
      {items.map((one) => (
        <li>{inWords(one)}</li>
      ))}
    </ul>
  );
}

function Named({ title, value, press }: { title: string; value: Fields; press: Press }) {
  const rows = Object.entries(value);
  const columns = [...new Set(rows.flatMap(([, inner]) => (isObject(inner) ? Object.keys(inner) : [])))];
  const wide = columns.length > 0 && rows.every(([, inner]) => isObject(inner));
  return (
    <section class={wide && columns.length > 2 ? "wide-table" : ""}>
      <div class="scrolls" {...(wide ? { tabIndex: 0, role: "region", "aria-label": title } : {})}>
        <table class="figures">
          <caption class="table-title">{title}</caption>
          {wide && (
            <thead>
              <tr>
                <td />
                {columns.map((column) => (
                  <th scope="col">{labelOf(column)}</th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map(([name, inner]) => {
              const roll = press(name);
              return (
                <tr>
                  <th scope="row">
                    {roll ? (
                      <button type="button" class="number link" onClick={roll}>
                        {capital(rowOf(name))}
                      </button>
                    ) : (
                      rowOf(name)
                    )}
                  </th>
                  {wide ? columns.map((column) => <td>{short(valuesOf(inner)[column])}</td>) : <td>{short(inner)}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const short = (value: unknown): string => (isEmpty(value) ? "–" : inWords(value));
