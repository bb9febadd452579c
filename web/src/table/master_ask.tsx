// "Everyone roll Perception": the GM asks characters for an action.
import type { Values } from "../api";
import type { GameDescription } from "../api-types";
import { useState } from "preact/hooks";
import { post } from "../api";
import { useOperation } from "../operation";
import { Field } from "../parts/fields";
import { Problem } from "../parts/shell";
import type { TableLink } from "./link";
import { actionOf } from "../words";

/** The values that are legal for all requested characters, where the game lists them: a skill is picked, not typed. */
function listedFor(link: TableLink, action: string, of: string[], name: string): unknown[] | undefined {
  const offers = link.offers.value.filter((offer) => offer.action === action && of.includes(offer.who));
  const lists = offers.map((offer) => [...new Set(offer.ways.flatMap((way) => (name in way.params ? [way.params[name]] : (way.may[name] ?? []))))]);
  const [first, ...others] = lists;
  const common = first?.filter((value) => value !== null && others.every((list) => list.includes(value))) ?? [];
  return common.length > 0 && common.every((value) => typeof value === "string") ? common : undefined;
}

export function Ask({ link, game }: { link: TableLink; game: GameDescription }) {
  // what the GM sets something for at any time, such as a check, comes first: a roll that is asked for is mostly one of those
  const isCheck = (action: GameDescription["actions"][number]): boolean => action.when === "any time" && Object.values(action.set_by).includes("gm");
  const asked = game.actions.filter((action) => action.by !== "gm" && action.parameters.some((one) => one.name === "who"));
  const actions = [...asked.filter(isCheck), ...asked.filter((action) => !isCheck(action))];
  const [name, setName] = useState(actions[0]?.name ?? "");
  const [params, setParams] = useState<Values>({});
  const [words, setWords] = useState("");
  const [standing, setStanding] = useState(false);
  const people = Object.entries(link.view.value?.characters ?? {});
  const [of, setOf] = useState<string[]>(people.filter(([, one]) => one.seat || one.shown).map(([who]) => who));
  const { error, run } = useOperation();
  const action = actions.find((one) => one.name === name);
  const ask = (event: Event): void => {
    event.preventDefault();
    void run(() => post(link.path("/requests"), { action: name, params, of, words, standing }));
  };
  return (
    <form class="ask-form" onSubmit={ask}>
      <div class="ask-values">
        <div class="field">
          <label for="ask-action">Ask for</label>
          <select
            id="ask-action"
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setParams({});
            }}
          >
            {actions.map((one) => (
              <option value={one.name}>{actionOf(one.name)}</option>
            ))}
          </select>
        </div>
        {action?.parameters
          .filter((one) => one.name !== "who" && ((one.required && !standing) || action.set_by[one.name] === "gm"))
          .map((parameter) => (
            <Field key={parameter.name} parameter={parameter} values={listedFor(link, name, of, parameter.name)} value={params[parameter.name]} onChange={(value) => setParams({ ...params, [parameter.name]: value })} />
          ))}
      </div>
      <div class="stack">
        <fieldset class="field">
          <legend>Who rolls</legend>
          <div class="row">
            {people.map(([who]) => (
              <label class="row">
                <input type="checkbox" checked={of.includes(who)} onChange={(event) => setOf(event.currentTarget.checked ? [...of, who] : of.filter((one) => one !== who))} />
                {who}
              </label>
            ))}
          </div>
        </fieldset>
        <div class="field">
          <label for="ask-words">Message</label>
          <input id="ask-words" value={words} maxLength={300} onInput={(event) => setWords(event.currentTarget.value)} />
        </div>
        <label class="row">
          <input type="checkbox" checked={standing} onChange={(event) => setStanding(event.currentTarget.checked)} />
          Use these values every time, until cancelled
        </label>
        <Problem error={error} />
        <p>
          <button class="primary">{standing ? "Set" : "Ask"}</button>
        </p>
      </div>
    </form>
  );
}
