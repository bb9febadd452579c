// The rulings of a table as switches, each in words and with the number of its ruling.
import { useState } from "preact/hooks";
import type { Game, Option } from "../games";
import type { Wish } from "../types";
import { formOf } from "./fields";
import { FormInput } from "./form";
import { ChoiceInput, same } from "./inputs";
import { Rules } from "./why";

interface Props {
  game: Game;
  options: Wish;
  onChange: (options: Wish) => void;
  title?: string;
}

/** All options of a game, folded away; those that differ from the defaults are told in the fold's own line. */
export function Rulings({ game, options, onChange, title = "Rulings of your table" }: Props) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const changed = Object.keys(options);
  const wanted = search.trim().toLowerCase();
  const shown = game.options.filter((option) => `${option.name} ${option.meaning} ${option.ruling}`.toLowerCase().includes(wanted));
  if (game.options.length === 0) return null;
  return (
    <details class="rulings" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        <span class="soft"> · {changed.length ? `${changed.length} changed: ${changed.join(", ")}` : "all as the rules begin"}</span>
      </summary>
      {open && (
      <div class="stack">
        <div class="field">
          <label for="search-rulings">Find a ruling</label>
          <input id="search-rulings" type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </div>
        <div class="ruling-list">
          {shown.map((option) => (
            <Ruling game={game.slug} option={option} value={options[option.name]} onChange={(value) => onChange(withOption(options, option, value))} />
          ))}
        </div>
      </div>
      )}
    </details>
  );
}

export function withOption(options: Wish, option: Option, value: unknown): Wish {
  const { [option.name]: _, ...others } = options;
  return value === undefined || same(value, option.default) ? others : { ...others, [option.name]: value };
}

interface RulingProps {
  game: string;
  option: Option;
  value: unknown;
  onChange: (value: unknown) => void;
}

export function Ruling({ game, option, value, onChange }: RulingProps) {
  const now = value === undefined ? option.default : value;
  const label = option.name.replaceAll("-", " ");
  const words = option.values[String(now)];
  return (
    <div class={`ruling${value === undefined ? "" : " changed"}`}>
      {option.value.kind === "choice" ? (
        <ChoiceInput label={label} hint={option.meaning} value={now} values={option.value.values ?? []} onChange={onChange} />
      ) : (
        <FormInput form={formOf(option.value, option.default)} label={label} hint={option.meaning} value={now} onChange={onChange} />
      )}
      <p class="small">
        {words && <span class="serif">{words}. </span>}
        <Rules game={game} numbers={[option.ruling]} />
      </p>
    </div>
  );
}
