// A character's sheet from its data alone: numbers in boxes, named values in tables, the rest in lists.
import type { Values } from "../api";
import { valuesOf } from "../values";
import { inWords, labelOf } from "../words";

type Row = [string, unknown];
type Fields = Record<string, unknown>;

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
  /** Also what is not the case. */
  full?: boolean;
}

export function SheetView({ sheet, full = false }: Props) {
  const rows = paired(Object.entries(sheet)).filter(
    ([name, value]) => name !== "name" && name !== "kind" && !isEmpty(value) && (full || value !== false),
  );
  const single = rows.filter(([, value]) => isPlain(value));
  const tables = rows.filter(([, value]) => isObject(value)) as [string, Fields][];
  const lists = rows.filter(([, value]) => Array.isArray(value)) as [string, unknown[]][];
  return (
    <div class="character-sheet">
      <h2 class="character-name">{String(sheet["name"] || "Nameless")}</h2>
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
          <Named title={labelOf(name)} value={value} />
        ))}
        {lists.map(([name, value]) => (
          <section>
            <p class="table-title">{labelOf(name)}</p>
            <Listed items={value} />
          </section>
        ))}
      </div>
    </div>
  );
}

/** A number and its maximum as one: "hp 24" and "hp max 30" are "hp 24 / 30". */
function paired(rows: Row[]): Row[] {
  const all = new Map(rows);
  const most = (name: string): string | undefined => [`${name}_max`, `max_${name}`, `${name}_limit`].find((other) => typeof all.get(other) === "number");
  const taken = new Set(rows.map(([name]) => most(name)).filter(Boolean));
  return rows
    .filter(([name]) => !taken.has(name))
    .map(([name, value]) => {
      const other = most(name);
      return other && typeof value === "number" ? [name, `${value} / ${String(all.get(other))}`] : [name, value];
    });
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

function Named({ title, value }: { title: string; value: Fields }) {
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
            {rows.map(([name, inner]) => (
              <tr>
                <th scope="row">{labelOf(name)}</th>
                {wide ? columns.map((column) => <td>{short(valuesOf(inner)[column])}</td>) : <td>{short(inner)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const short = (value: unknown): string => (isEmpty(value) ? "–" : inWords(value));
