// A game's own ornament, drawn from the paths that the game gives: a thin strip in its accent, or its cover.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { lookOf } from "../games";

export function Motif({ game }: { game: string }) {
  const motif = lookOf(game)?.motif;
  const id = useId();
  if (!motif) return <svg class="motif" aria-hidden="true" focusable="false" />;
  return (
    <svg class="motif" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width="20" height="12" patternUnits="userSpaceOnUse">
          <path d={motif.faint} stroke="currentColor" stroke-width="0.5" fill="none" opacity="0.5" />
          <path d={motif.dashed} stroke="currentColor" stroke-dasharray="3 2" fill="none" />
          <path d={motif.lines} stroke="currentColor" fill="none" />
          <path d={motif.filled} fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

/** The cover of a game: its colour, its ornament once large and in a row below, and its name as the child. */
export function Cover({ game, children }: { game: string; children: ComponentChildren }) {
  const motif = lookOf(game)?.motif;
  const drawn = motif && (
    <>
      <path d={motif.faint} stroke="currentColor" stroke-width="0.5" fill="none" opacity="0.5" />
      <path d={motif.dashed} stroke="currentColor" stroke-dasharray="3 2" fill="none" />
      <path d={motif.lines} stroke="currentColor" fill="none" />
      <path d={motif.filled} fill="currentColor" />
    </>
  );
  return (
    <div class="cover">
      <svg viewBox="0 0 120 64" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <g transform="translate(48 -4) scale(4)" opacity="0.28" clip-path="inset(0)">
          {drawn}
        </g>
        {Array.from({ length: 6 }, (_, place) => (
          <g transform={`translate(${place * 20} 47)`} opacity="0.75">
            {drawn}
          </g>
        ))}
      </svg>
      {children}
    </div>
  );
}
