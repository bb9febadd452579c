// Each game's own hand: a thin strip of ornament in its accent.
import type { JSX } from "preact";
import { useId } from "preact/hooks";

const STRIPS: Record<string, () => JSX.Element> = {
  twelves: () => (
    <>
      <path d="M10 1 L18 5 L15 11 L5 11 L2 5 Z" fill="none" stroke="currentColor" />
      <path d="M10 4 L14 6 L12.5 9 L7.5 9 L6 6 Z" fill="currentColor" />
    </>
  ),
  "die-code": () => (
    <>
      <path d="M0 0 H20 M0 6 H20 M5 0 V12 M15 0 V12" stroke="currentColor" stroke-width="0.5" fill="none" opacity="0.5" />
      <circle cx="5" cy="6" r="1.6" fill="currentColor" />
      <circle cx="15" cy="6" r="1.6" fill="currentColor" />
    </>
  ),
  "untold-aeons": () => (
    <>
      <path d="M0 10 Q5 6 10 10 T20 10" stroke="currentColor" fill="none" />
      <path d="M4 1 V7 M7 1 V7 M10 1 V7 M13 1 V7 M2 6 L15 2" stroke="currentColor" fill="none" stroke-width="1" />
    </>
  ),
  "light-dark": () => (
    <>
      <rect x="1" y="2" width="8" height="8" fill="currentColor" />
      <rect x="11.5" y="2.5" width="7" height="7" fill="none" stroke="currentColor" />
    </>
  ),
  dpi: () => (
    <>
      <path d="M0 11 H20" stroke="currentColor" stroke-dasharray="3 2" fill="none" />
      <rect x="2" y="2" width="12" height="6" fill="none" stroke="currentColor" transform="rotate(-4 8 5)" />
      <path d="M4 5 H12" stroke="currentColor" transform="rotate(-4 8 5)" />
    </>
  ),
};

const plain = () => <path d="M0 6 H20" stroke="currentColor" fill="none" />;

/** `tall`: a banner of it, for a card. */
export function Motif({ game, tall = false }: { game: string; tall?: boolean }) {
  const Strip = STRIPS[game] ?? plain;
  const id = useId();
  return (
    <svg class={tall ? "motif tall" : "motif"} aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width="20" height="12" patternUnits="userSpaceOnUse" patternTransform={tall ? "scale(4)" : ""}>
          <Strip />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
