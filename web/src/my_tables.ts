// The tables this browser sits at. The key itself is in a cookie that scripts cannot read.
import { signal } from "@preact/signals";

export interface MyTable {
  table: string;
  seat: string;
  game: string;
  title: string;
}

const KEPT = "rulewright.tables";

function read(): MyTable[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export const mine = signal<MyTable[]>(read());

function keep(tables: MyTable[]): void {
  mine.value = tables;
  try {
    localStorage.setItem(KEPT, JSON.stringify(tables));
  } catch {
    // a browser that keeps nothing still plays; only the list on the home page is lost
  }
}

export const remember = (table: MyTable): void =>
  keep([table, ...mine.value.filter((one) => one.table !== table.table)].slice(0, 20));
export const forget = (table: string): void => keep(mine.value.filter((one) => one.table !== table));
