// A game's own ornament, drawn from the paths that the game gives: a thin strip in its accent, or its cover.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Motif as Drawing } from "../api-types";
import { lookOf } from "../games";

function Paths({ motif }: { motif: Drawing }) {
  return (
    <>
      <path d={motif.faint} stroke="currentColor" stroke-width="0.5" fill="none" opacity="0.5" />
      <path d={motif.dashed} stroke="currentColor" stroke-dasharray="3 2" fill="none" />
      <path d={motif.lines} stroke="currentColor" fill="none" />
      <path d={motif.filled} fill="currentColor" />
    </>
  );
}

export function Motif({ game }: { game: string }) {
  const motif = lookOf(game)?.motif;
  const id = useId();
  if (!motif) return <svg class="motif" aria-hidden="true" focusable="false" />;
  return (
    <svg class="motif" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width="20" height="12" patternUnits="userSpaceOnUse">
          <Paths motif={motif} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

/** The widths of a cover, measured by a height of 64: on a card, and over a whole page. */
const [CARD, HEAD] = [120, 480];

/** The cover of a game: its colour, its ornament once large and in a row below, and its name as the child; as the `head` of a page it is as wide as the page. */
export function Cover({ game, head = false, children }: { game: string; head?: boolean; children: ComponentChildren }) {
  const motif = lookOf(game)?.motif;
  const drawn = motif && <Paths motif={motif} />;
  const across = head ? HEAD : CARD;
  return (
    <div class={head ? "cover head" : "cover"}>
      <svg viewBox={`0 0 ${across} 64`} preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false">
        <g transform={`translate(${across - 48} 14) scale(3)`} opacity="0.28">
          {drawn}
        </g>
        {Array.from({ length: across / 20 }, (_, place) => (
          <g transform={`translate(${place * 20} 47)`} opacity="0.75">
            {drawn}
          </g>
        ))}
      </svg>
      {children}
    </div>
  );
}
