// The tables this browser sits at. The key itself is in a cookie that scripts cannot read.
import { browserList } from "./browser_list";

export interface MyTable {
  table: string;
  seat: string;
  game: string;
  title: string;
}

// A browser without storage can still play; only the list on the home page is lost.
const { list, keep } = browserList<MyTable>("rulewright.tables");

export const mine = list;
export const remember = (table: MyTable): void =>
  void keep([table, ...mine.value.filter((one) => one.table !== table.table)].slice(0, 20));
export const forget = (table: string): void => void keep(mine.value.filter((one) => one.table !== table));
