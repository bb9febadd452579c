// Names and values in ordinary writing. Events come in words from the server.
import type { Values } from "../api";
import { inWords } from "./why";

export const spaced = (name: string): string => name.replaceAll("_", " ").replaceAll("-", " ");
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A question with one question mark, however it was written. */
export const asked = (question: string): string => `${capital(question.replace(/[?:\s]+$/, ""))}?`;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || value === false || value === 0 || value === "none" || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** The parameters picked for an action, without who takes it. */
export function given(params: Values | undefined): string {
  const rest = Object.entries(params ?? {}).filter(([name, value]) => name !== "who" && !isObject(value) && !isEmpty(value));
  return rest.map(([name, value]) => (typeof value === "string" ? spaced(value) : `${spaced(name)} ${inWords(value)}`)).join(", ");
}

/** Abbreviations are written in capitals: "ap" is AP. */
export const short = (name: string): string => (name.length <= 2 ? name.toUpperCase() : name);

export const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
