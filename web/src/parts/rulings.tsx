// The rulings of a table as switches, each in words and with the number of its ruling.
import type { Values } from "../api";
import type { AdvisedRuling, GameDescription, OptionDescription } from "../api-types";
import { useState } from "preact/hooks";
import { formOf } from "./fields";
import { FormInput } from "./form";
import { ChoiceInput, same } from "./inputs";
import { Marked } from "./marked";
import { Rules } from "./why";
import { capital, inWords, labelOf } from "../words";

interface Props {
  game: GameDescription;
  options: Values;
  onChange: (options: Values) => void;
  title?: string;
  /** The options that matter most here; the others are folded. */
  first?: string[];
}

/** All options of a game, folded; those that differ from the defaults are listed in the summary. */
export function Rulings({ game, options, onChange, title = "Rulings of your table", first }: Props) {
  const [open, setOpen] = useState(false);
  const changed = Object.keys(options);
  if (game.options.length === 0) return null;
  return (
    <details class="rulings" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        <span class="soft"> · {changed.length ? `${changed.length} changed: ${changed.map(labelOf).join(", ")}` : "default rules"}</span>
      </summary>
      {open && <Switches game={game} options={options} onChange={onChange} first={first} />}
    </details>
  );
}

interface SwitchesProps {
  game: GameDescription;
  options: Values;
  onChange: (options: Values) => void;
  first?: string[] | undefined;
}

/** The presets, the options that matter most, and the others folded and searchable. */
export function Switches({ game, options, onChange, first = game.advised.map((one) => one.option) }: SwitchesProps) {
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const wanted = search.trim().toLowerCase();
  const folded = first.length > 0 && !all && wanted === "";
  const preset = game.presets.find((one) => same(one.options, options));
  const chosen = game.options.filter((option) => !first.includes(option.name) && option.name in options);
  const matter = first.flatMap((name) => game.options.filter((option) => option.name === name));
  const shown = folded ? [...matter, ...chosen] : game.options.filter((option) => textOf(option).includes(wanted));
  return (
    <div class="stack">
      {game.presets.length > 0 && (
        <ChoiceInput
          label="Presets"
          hint={preset?.words ?? "Rulings of your own choice."}
          value={preset?.name}
          values={game.presets.map((one) => one.name)}
          say={(name) => labelOf(String(name))}
          onChange={(name) => onChange(game.presets.find((one) => one.name === name)?.options ?? options)}
          plain
        />
      )}
      <div class="field">
        <label for="search-rulings">Find a ruling</label>
        <input id="search-rulings" type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </div>
      <div class="ruling-list">
        {shown.map((option) => (
          <Ruling
            key={option.name}
            game={game.slug}
            option={option}
            advice={game.advised.find((one) => one.option === option.name)}
            value={options[option.name]}
            onChange={(value) => onChange(withOption(options, option, value))}
          />
        ))}
      </div>
      {folded && shown.length < game.options.length && (
        <p>
          <button type="button" class="link" onClick={() => setAll(true)}>
            Show the other {game.options.length - shown.length} rulings too
          </button>
        </p>
      )}
    </div>
  );
}

const textOf = (option: OptionDescription): string => `${option.name} ${labelOf(option.name)} ${option.meaning} ${option.ruling} ${Object.values(option.values).join(" ")}`.toLowerCase();

export function withOption(options: Values, option: OptionDescription, value: unknown): Values {
  const { [option.name]: _, ...others } = options;
  return value === undefined || same(value, option.default) ? others : { ...others, [option.name]: value };
}

interface RulingProps {
  game: string;
  option: OptionDescription;
  /** The recommendation of the lab, with its reason. */
  advice?: AdvisedRuling | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

export function Ruling({ game, option, advice, value, onChange }: RulingProps) {
  const now = value === undefined ? option.default : value;
  const label = labelOf(option.name);
  const words = option.values[String(now)];
  return (
    <div class={`ruling${value === undefined ? "" : " changed"}`}>
      {option.value.kind === "choice" ? (
        <ChoiceInput label={label} hint={option.meaning} value={now} values={option.value.values ?? []} onChange={onChange} plain />
      ) : (
        <FormInput form={formOf(option.value, option.default)} label={label} hint={option.meaning} value={now} onChange={onChange} />
      )}
      <p class="small">
        {words && (
          <span class="serif">
            <Marked text={capital(words)} />.{" "}
          </span>
        )}
        <Rules game={game} numbers={[option.ruling]} />
      </p>
      {advice && (
        <p class="small soft">
          Recommended: {inWords(advice.take)}. {advice.why}
        </p>
      )}
    </div>
  );
}
