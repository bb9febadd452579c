// Any form as inputs, driven by the server's description. Nothing here knows a particular game.
import type { FieldsForm, Form } from "./fields";
import { EntriesInput } from "./entries";
import { FacesInput } from "./faces_input";
import { beyond, ChoiceInput, CodeInput, FlagInput, StepperInput, WordsInput } from "./inputs";
import { PicksInput } from "./picks";
import { flagOf, listOf, numberOf, numbersOf, textOf, valuesOf } from "../values";

export interface FormProps {
  form: Form;
  label: string;
  hint?: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
  optional?: boolean | undefined;
  slides?: boolean | undefined;
  /** Whether a choice is shown that cannot be made now. */
  isTaken?: ((value: unknown) => boolean) | undefined;
}

export function FormInput({ form, label, hint, value, onChange, optional = false, slides = false, isTaken }: FormProps) {
  const shared = { label, hint: beyond(label, hint), onChange };
  switch (form.kind) {
    case "words":
      return (
        <WordsInput
          {...shared}
          value={textOf(value)}
          longest={form.longest}
          suggested={form.suggested}
          lines={form.lines}
          example={form.example}
        />
      );
    case "flag":
      return <FlagInput {...shared} value={flagOf(value)} />;
    case "number": {
      const { least, most, usual } = form;
      return <StepperInput {...shared} value={numberOf(value)} least={least} most={most} usual={usual} slides={slides} />;
    }
    case "choice": {
      const open = optional && (form.usual === null || form.usual === undefined) ? "not set" : undefined;
      return <ChoiceInput {...shared} value={value ?? form.usual ?? undefined} values={form.values} open={open} isTaken={isTaken} />;
    }
    case "picks":
      return <PicksInput {...shared} form={form} value={listOf(value)} />;
    case "entries":
      return <EntriesInput {...shared} form={form} value={valuesOf(value)} />;
    case "fields":
      return <FieldsInput {...shared} form={form} value={valuesOf(value)} slides={slides} />;
    case "faces":
      return <FacesInput form={form} label={label} value={numbersOf(value)} onChange={onChange} />;
    case "code":
      return <CodeInput {...shared} value={value} />;
    case "none":
      return null; // a value without a control is given in another way: a file, the builder, the map
  }
}

interface FieldsProps {
  form: FieldsForm;
  label: string;
  hint?: string | undefined;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown> | undefined) => void;
  slides: boolean;
}

function FieldsInput({ form, label, hint, value, onChange, slides }: FieldsProps) {
  const set = (name: string, inner: unknown): void => {
    const { [name]: _, ...others } = value;
    const next = inner === undefined ? others : { ...others, [name]: inner };
    onChange(Object.keys(next).length ? next : undefined);
  };
  return (
    <fieldset class="parts">
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      <div class="parts-grid">
        {form.parts.map((part) => (
          <FormInput
            key={part.name}
            form={part.form}
            label={part.title}
            value={value[part.name]}
            optional={part.optional}
            slides={slides}
            onChange={(inner) => set(part.name, inner)}
          />
        ))}
      </div>
    </fieldset>
  );
}
