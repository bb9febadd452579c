// Sound and vibration: at the start of the player's turn, and when dice fall. Off until switched on.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lastResult } from "./fight";
import type { TableLink } from "./link";

const PLACE = "rulewright.signals";

interface Wanted {
  sound: boolean;
  vibration: boolean;
}

function kept(): Wanted {
  const text = localStorage.getItem(PLACE) ?? "";
  return { sound: text.includes("sound"), vibration: text.includes("vibration") };
}

const wanted = signal<Wanted>(kept());

let audio: AudioContext | undefined;

/** A note of a plucked string; nothing where the browser has no sound. */
function pluck(pitch: number, after = 0, loud = 0.12): void {
  audio ??= new AudioContext();
  const [from, tone, volume] = [audio.currentTime + after, audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + 0.35);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + 0.4);
}

const SIGNS = {
  turn: { notes: [523, 784], shake: [90, 60, 90] },
  dice: { notes: [196, 174, 220], shake: [30] },
} as const;

function give(sign: keyof typeof SIGNS): void {
  const { notes, shake } = SIGNS[sign];
  // before the first click a browser plays nothing, and reports an error when asked to
  if (wanted.value.sound && navigator.userActivation?.hasBeenActive) notes.forEach((pitch, place) => pluck(pitch, place * (sign === "dice" ? 0.06 : 0.16)));
  if (wanted.value.vibration) navigator.vibrate?.([...shake]);
}

/** Signals when a decision begins to wait for this seat, and when a result with dice arrives. */
export function useSignals(link: TableLink, news: string): void {
  const last = link.at.value === null && link.as.value === "" ? lastResult(link) : null;
  // events from before the page was opened make no sound
  const isNew = last !== null && last.seq === link.latest.value?.seq && (last.dice?.length ?? 0) > 0;
  useEffect(() => {
    if (news) give("turn");
  }, [news]);
  useEffect(() => {
    if (isNew) give("dice");
  }, [isNew && last.seq]);
}

/** The switches: of this browser, for every table. */
export function SignalSwitches() {
  const flip = (name: keyof Wanted): void => {
    wanted.value = { ...wanted.value, [name]: !wanted.value[name] };
    localStorage.setItem(PLACE, Object.entries(wanted.value).filter(([, on]) => on).map(([one]) => one).join(" "));
    if (wanted.value[name]) give("turn");
  };
  const shakes = "vibrate" in navigator;
  return (
    <>
      <button type="button" aria-pressed={wanted.value.sound} onClick={() => flip("sound")}>
        Sound
      </button>
      {shakes && (
        <button type="button" aria-pressed={wanted.value.vibration} onClick={() => flip("vibration")}>
          Vibration
        </button>
      )}
    </>
  );
}
