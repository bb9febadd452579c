// A game's own ornament: a thin strip in its accent, drawn from the paths that the game gives.
import { useId } from "preact/hooks";
import { lookOf } from "../games";

/** `tall`: a banner of it, for a card. */
export function Motif({ game, tall = false }: { game: string; tall?: boolean }) {
  const motif = lookOf(game)?.motif;
  const id = useId();
  if (!motif) return <svg class={tall ? "motif tall" : "motif"} aria-hidden="true" focusable="false" />;
  return (
    <svg class={tall ? "motif tall" : "motif"} aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width="20" height="12" patternUnits="userSpaceOnUse" patternTransform={tall ? "scale(4)" : ""}>
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
