// A parameter as a control: chips, a stepper, a switch, a text box. Only legal values.
import type { CreationStepState, FieldsForm as ApiFields, FormPart as Part, NumberForm as ApiNumber, ParameterDescription, PicksForm as ApiPicks, ValueKind } from "../api-types";
import { FormInput } from "./form";
import { beyond, ChoiceInput } from "./inputs";
import { valuesOf } from "../values";
import { labelOf } from "../words";

/** The control for a value: one of the server's forms, a text or a number, or none. */
export type Form = Exclude<CreationStepState["form"], { kind: "number" | "picks" | "fields" }> | NumberForm | PicksForm | FieldsForm | { kind: "code" | "none" };

type NumberForm = Omit<ApiNumber, "least" | "most"> & { least: number | null; most: number | null };
export type PicksForm = Omit<ApiPicks, "own"> & { own: Form | null };
export type FieldsForm = Omit<ApiFields, "parts"> & { parts: (Omit<Part, "form"> & { form: Form })[] };

interface Props {
  parameter: ParameterDescription;
  value: unknown;
  onChange: (value: unknown) => void;
  /** The legal values, where the server has listed them. */
  values?: unknown[] | undefined;
  /** With a slider beside every number. */
  slides?: boolean;
}

export function Field({ parameter, value, onChange, values, slides = false }: Props) {
  const shared = { label: titleOf(parameter), hint: beyond(titleOf(parameter), parameter.meaning || undefined), onChange };
  const open = parameter.required ? undefined : "not set";
  if (values) return <ChoiceInput {...shared} value={value ?? parameter.default ?? undefined} values={values} open={open} />;
  const form = formOf(parameter.value, parameter.default);
  const optional = !parameter.required;
  return <FormInput {...shared} form={form} value={value ?? parameter.default ?? undefined} optional={optional} slides={slides} />;
}

export const titleOf = (parameter: { name: string }): string => labelOf(parameter.name);

/** The form that a kind of value is filled in with. */
export function formOf(kind: ValueKind, usual: unknown = null): Form {
  switch (kind.kind) {
    case "integer":
    case "number":
      return { kind: "number", least: kind.least ?? null, most: kind.most ?? null, usual: typeof usual === "number" ? usual : null };
    case "boolean":
      return { kind: "flag" };
    case "text":
      return { kind: "words", longest: kind.most ?? 200, suggested: [], lines: false, example: "" };
    case "choice":
      return { kind: "choice", values: kind.values ?? [], usual: usual ?? null };
    case "list":
      return listForm(kind);
    case "object":
      return objectForm(kind, usual);
    case "code":
      return { kind: "code" };
    case "any":
      return { kind: "none" };
  }
}

/** Whether there is a control for every part of a value. */
export function isDrawn(kind: ValueKind): boolean {
  if (kind.kind === "object") return (kind.fields?.length ?? 0) > 0 && kind.fields!.every((field) => isDrawn(field.value));
  return kind.kind === "list" ? kind.items !== undefined && kind.items !== null && isDrawn(kind.items) : kind.kind !== "any";
}

function listForm(kind: ValueKind): Form {
  const items: Form = kind.items ? formOf(kind.items) : { kind: "none" };
  if (items.kind === "none") return items;
  const values = items.kind === "choice" ? items.values : [];
  const own = items.kind === "choice" ? null : items;
  return { kind: "picks", values, least: kind.least ?? 0, most: kind.most ?? 100, repeats: true, own, places: [] };
}

function objectForm(kind: ValueKind, usual: unknown): Form {
  if (!kind.fields?.length) return { kind: "none" };
  const usually = valuesOf(usual);
  const parts = kind.fields.map((field) => ({
    name: field.name,
    title: titleOf(field),
    form: formOf(field.value, usually[field.name] ?? field.default),
    optional: !field.required,
  }));
  return { kind: "fields", parts };
}

