// A space of the map: clicked, reached with the arrow keys, or typed.
import { useState } from "preact/hooks";
import { useAsked } from "../ask";
import { AtSpace, useAim } from "./board_aim";
import { BoardMap } from "./board_map";
import { surveyOf } from "./board_survey";
import { keyOf, type Space } from "./board_geometry";
import type { TableLink } from "./link";
import { partyOf } from "./picking";
import { capital } from "../words";

interface Props {
  link: TableLink;
  /** The action at the space: an attack shows whom it would hit. */
  action: string;
  /** Whose map it is: a character this seat plays, or "" for the first. */
  who: string;
  label: string;
  hint: string;
  value: Space | undefined;
  onChange: (space: Space | undefined) => void;
}

const AROUND = 4;

/** Two whole numbers, with or without brackets. */
export function spaceIn(text: string): Space | undefined {
  const found = /^\s*\[?\s*(-?\d{1,6})\s*[, ]\s*(-?\d{1,6})\s*\]?\s*$/.exec(text);
  return found ? [Number(found[1]), Number(found[2])] : undefined;
}

export function SpaceInput({ link, action, who, label, hint, value, onChange }: Props) {
  const view = link.view.value!;
  const populated = Object.keys(view.characters).length > 0;
  const survey = useAsked((signal) => (populated ? surveyOf(link, { who: link.plays(who) ? who : "" }, signal) : undefined), [link.changed.value, who, populated]).value;
  const [text, setText] = useState<string>();
  const press = (space: Space): void => {
    setText(undefined);
    onChange(space);
  };
  const type = (words: string): void => {
    setText(words);
    onChange(spaceIn(words));
  };
  const arm = survey?.arms.find((one) => one.use.action === action && one.use.at === "space");
  const preview = useAim(link, who, arm?.weapon, value);
  const cursor = value ?? survey?.figures.find((one) => one.who === who)?.space ?? survey?.least;
  const other = value && survey?.figures.find((one) => keyOf(one.space) === keyOf(value) && one.who !== who);
  return (
    <fieldset class="field space-input">
      <legend>{hint ? capital(hint) : label}</legend>
      {survey && cursor && (
        <div class="map-frame">
          <BoardMap
            survey={{ ...survey, spaces: [] }}
            who={who}
            party={partyOf(view)}
            names={Object.keys(view.characters)}
            around={AROUND}
            cursor={cursor}
            area={preview?.attack.area}
            isChosen={value !== undefined}
            onCursor={press}
            onPress={press}
            onDrag={press}
          />
        </div>
      )}
      <label class="row small">
        Space
        <input
          class="space-text"
          autocomplete="off"
          placeholder="3, 1"
          value={text ?? value?.join(", ") ?? ""}
          aria-invalid={text !== undefined && text.trim() !== "" && spaceIn(text) === undefined}
          onInput={(event) => type(event.currentTarget.value)}
        />
        <span class="soft">{survey ? "Choose a space, move there with the arrow keys, or type two numbers." : "Two whole numbers: across, then down."}</span>
      </label>
      {preview && arm && survey && <AtSpace counts={survey.counts} arm={arm} preview={preview} />}
      {other && <p class="small soft">{other.who} stands there.</p>}
    </fieldset>
  );
}
