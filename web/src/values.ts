// Values that only a game knows, read as the types that a control or a picture needs. A value of another type counts as
// absent.
import type { Values } from "./api";

export const isValues = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);
export const valuesOf = (value: unknown): Values => (isValues(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
export const numbersOf = (value: unknown): number[] => listOf(value).filter((one) => typeof one === "number");
export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
export const flagOf = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);

/** The value at a path written with dots. */
export const valueAt = (source: unknown, path: string): unknown => path.split(".").reduce<unknown>((value, name) => partOf(value, name), source);

const partOf = (value: unknown, name: string): unknown => (Array.isArray(value) ? value[Number(name)] : valuesOf(value)[name]);

/** A fraction as a number, for drawing and for percents only. */
export function asNumber(fraction: string): number {
  const [over, under = "1"] = fraction.split("/");
  return Number(over) / Number(under);
}
