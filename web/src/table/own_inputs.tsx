// Controls for compound values: a number for each character, names with a value, changes to a sheet, walls of the map.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { post, type Values } from "../api";
import type { CreationResponse, GameDescription, ValueKind } from "../api-types";
import { useAsked } from "../ask";
import { FormInput } from "../parts/form";
import { FlagInput, StepperInput, WordsInput } from "../parts/inputs";
import { PicksInput } from "../parts/picks";
import { isValues, listOf, numberOf, textOf, valuesOf } from "../values";
import { BoardMap } from "./board_map";
import { keyOf, spaceIn, type Space } from "./board_geometry";
import { surveyOf } from "./board_survey";
import type { TableLink } from "./link";
import { partyOf } from "./picking";
import { capital, labelOf } from "../words";

interface Props {
  link: TableLink;
  game: GameDescription;
  who: string;
  action: string;
  name: string;
  label: string;
  hint: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The kind of value of an action's parameter. */
export const kindOf = (game: GameDescription, action: string, name: string): ValueKind | undefined =>
  game.actions.find((one) => one.name === action)?.parameters.find((one) => one.name === name)?.value;

export function OwnInput(props: Props) {
  const { game, action, name } = props;
  const kind = kindOf(game, action, name);
  if (kind?.kind === "list") return game.board && kind.items?.kind === "list" ? <WallsInput {...props} /> : <NamesInput {...props} />;
  if (game.creation.some((step) => step.field === name)) return <CreationInput {...props} />;
  switch (kind?.items?.kind) {
    case "integer":
      return <PeopleInput {...props} />;
    case "list":
      return <TagsInput {...props} />;
    case "text":
      return <PairsInput {...props} />;
    default:
      return <ChangesInput {...props} />;
  }
}

const WORDS = { kind: "words" as const, longest: 100, suggested: [], lines: false, example: "" };
const without = (values: Values, name: string): Values => Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));
const filled = (values: Values): Values | undefined => (Object.keys(values).length > 0 ? values : undefined);

function Parts({ label, hint, children }: { label: string; hint: string; children: ComponentChildren }) {
  return (
    <fieldset class="parts field">
      <legend>{capital(label)}</legend>
      {hint && <p class="hint">{capital(hint)}</p>}
      {children}
    </fieldset>
  );
}

/** Names that are not listed anywhere, one after another. */
function NamesInput({ label, hint, value, onChange }: Props) {
  return <PicksInput label={label} hint={hint} form={{ kind: "picks", values: [], least: 0, most: 100, repeats: true, own: WORDS, places: [] }} value={listOf(value)} onChange={onChange} />;
}

/** A number for each character. */
function PeopleInput({ link, label, hint, value, onChange }: Props) {
  const given = valuesOf(value);
  return (
    <Parts label={label} hint={hint}>
      <div class="parts-grid">
        {Object.keys(link.view.value?.characters ?? {}).map((name) => (
          <StepperInput key={name} label={name} value={numberOf(given[name])} usual={0} onChange={(number) => onChange(filled({ ...without(given, name), ...(number === undefined ? {} : { [name]: number }) }))} />
        ))}
      </div>
    </Parts>
  );
}

/** For each character, which entries of a list on the sheet count. */
function TagsInput({ link, name, label, hint, value, onChange }: Props) {
  const given = valuesOf(value);
  const people = Object.entries(link.view.value?.characters ?? {}).filter(([, one]) => listOf(one.sheet[name]).length > 0);
  if (people.length === 0) return null;
  return (
    <Parts label={label} hint={hint}>
      {people.map(([who, one]) => (
        <div class="row" role="group" aria-label={who}>
          <b>{who}</b>
          {listOf(one.sheet[name]).map((tag) => {
            const chosen = listOf(given[who]);
            const flip = (on: boolean): unknown => onChange(filled({ ...without(given, who), ...((next) => (next.length ? { [who]: next } : {}))(on ? [...chosen, tag] : chosen.filter((other) => other !== tag)) }));
            return (
              <label class="row small">
                <input type="checkbox" checked={chosen.includes(tag)} onChange={(event) => flip(event.currentTarget.checked)} />
                {String(tag)}
              </label>
            );
          })}
        </div>
      ))}
    </Parts>
  );
}

/** Custom names, each with a word beside it. */
function PairsInput({ label, hint, value, onChange }: Props) {
  const given = valuesOf(value);
  const [name, setName] = useState<string>();
  const add = (): void => {
    if (!name?.trim()) return;
    onChange({ ...given, [name.trim()]: "" });
    setName(undefined);
  };
  return (
    <Parts label={label} hint={hint}>
      {Object.entries(given).map(([one, words]) => (
        <div class="row" key={one}>
          <WordsInput label={one} value={textOf(words)} onChange={(next) => onChange({ ...given, [one]: next ?? "" })} />
          <button type="button" class="quiet" onClick={() => onChange(filled(without(given, one)))}>
            Remove<span class="unseen"> {one}</span>
          </button>
        </div>
      ))}
      <div class="row own">
        <WordsInput label="Name" value={name} onChange={setName} />
        <button type="button" disabled={!name?.trim()} onClick={add}>
          Add
        </button>
      </div>
    </Parts>
  );
}

/** The builder's input of the same name, in the builder's own form. */
function CreationInput({ link, game, who, name, label, hint, value, onChange }: Props) {
  const sheet = link.view.value?.characters[who]?.sheet ?? {};
  const options = link.view.value?.options ?? {};
  const found = useAsked((signal) => post<CreationResponse>(`/games/${game.slug}/creation`, { wanted: {}, options }, signal), [game.slug]).value;
  const form = found?.steps.find((step) => step.field === name)?.form;
  if (!form) return null;
  const now = isValues(sheet[name]) ? sheet[name] : {};
  return <FormInput form={form} label={label} hint={hint} value={value ?? now} onChange={onChange} />;
}

/** Changes to a sheet: a picked field gets the control for its present value. */
function ChangesInput({ link, who, label, hint, value, onChange }: Props) {
  const sheet = link.view.value?.characters[who]?.sheet ?? {};
  const given = valuesOf(value);
  const fields = Object.entries(sheet).filter(([, now]) => typeof now === "number" || typeof now === "string" || typeof now === "boolean" || isTexts(now) || isNumbers(now));
  const others = fields.filter(([name]) => !(name in given));
  return (
    <Parts label={label} hint={hint}>
      {fields
        .filter(([name]) => name in given)
        .map(([name, now]) => (
          <div class="row" key={name}>
            <ValueInput name={name} now={now} value={given[name]} onChange={(next) => onChange({ ...given, [name]: next })} />
            <button type="button" class="quiet" onClick={() => onChange(filled(without(given, name)))}>
              Leave as it is<span class="unseen">: {labelOf(name)}</span>
            </button>
          </div>
        ))}
      <label class="field">
        <span>Change</span>
        <select
          value=""
          onChange={(event) => {
            const name = event.currentTarget.value;
            event.currentTarget.value = "";
            if (name) onChange({ ...given, [name]: sheet[name] });
          }}
        >
          <option value="">choose…</option>
          {others.map(([name]) => (
            <option value={name}>{labelOf(name)}</option>
          ))}
        </select>
      </label>
    </Parts>
  );
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string");
const isNumbers = (value: unknown): boolean => isValues(value) && Object.values(value).length > 0 && Object.values(value).every((one) => typeof one === "number");

function ValueInput({ name, now, value, onChange }: { name: string; now: unknown; value: unknown; onChange: (value: unknown) => void }) {
  const label = capital(labelOf(name));
  if (typeof now === "number") return <StepperInput label={label} value={numberOf(value)} onChange={(next) => onChange(next ?? now)} />;
  if (typeof now === "boolean") return <FlagInput label={label} value={value === true} onChange={(next) => onChange(next === true)} />;
  if (Array.isArray(now)) return <PicksInput label={label} form={{ kind: "picks", values: [], least: 0, most: 100, repeats: true, own: WORDS, places: [] }} value={listOf(value)} onChange={(next) => onChange(next ?? [])} />;
  if (isValues(now)) {
    const given = valuesOf(value);
    return (
      <Parts label={label} hint="">
        <div class="parts-grid">
          {Object.keys(now).map((one) => (
            <StepperInput key={one} label={capital(labelOf(one))} value={numberOf(given[one])} onChange={(next) => onChange({ ...given, [one]: next ?? now[one] })} />
          ))}
        </div>
      </Parts>
    );
  }
  return <WordsInput label={label} value={textOf(value)} onChange={(next) => onChange(next ?? "")} />;
}

const AROUND = 3;

/** Walls or low cover, painted on the map: a click on a space sets or removes one. */
function WallsInput({ link, name, label, value, onChange }: Props) {
  const view = link.view.value!;
  const populated = Object.keys(view.characters).length > 0;
  const survey = useAsked((signal) => (populated ? surveyOf(link, {}, signal) : undefined), [view.seq, populated]).value;
  const [cursor, setCursor] = useState<Space>();
  if (!survey) return null;
  const isLow = name === survey.ground?.low;
  const spaces = value === undefined ? (isLow ? survey.low : survey.obstacles) : pairs(value);
  const flip = (space: Space): void => {
    setCursor(space);
    const has = spaces.some((one) => keyOf(one) === keyOf(space));
    onChange(has ? spaces.filter((one) => keyOf(one) !== keyOf(space)) : [...spaces, space]);
  };
  return (
    <fieldset class="field space-input">
      <legend>{capital(label)}</legend>
      <p class="hint">
        Press a space to set or remove {isLow ? "low cover" : "a wall"}. {spaces.length === 0 ? "None yet." : spaces.length === 1 ? "One space." : `${spaces.length} spaces.`}
      </p>
      <div class="map-frame">
        <BoardMap survey={{ ...survey, spaces: [], [isLow ? "low" : "obstacles"]: spaces }} who="" party={partyOf(view)} names={Object.keys(view.characters)} around={AROUND} cursor={cursor ?? survey.least} isChosen={cursor !== undefined} onCursor={setCursor} onPress={flip} onDrag={flip} />
      </div>
    </fieldset>
  );
}

const pairs = (value: unknown): Space[] => listOf(value).flatMap((one) => ((space) => (space ? [space] : []))(spaceIn(one)));
