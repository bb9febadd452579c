// The frame around a map: it scrolls, and two fingers, or Ctrl and the wheel, bring the map closer.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const [NARROWEST, WIDEST] = [14, 96];
const STEP = 1.4;

/** The width of a space within what can be drawn and hit. */
const bounded = (width: number): number => Math.min(WIDEST, Math.max(NARROWEST, width));

/** How many spaces around the figures are drawn: more when zoomed out. */
export const aroundOf = (width: number): number => (width >= 40 ? 4 : width >= 28 ? 8 : width >= 20 ? 16 : 32);

interface Props {
  /** The width of a space in pixels. */
  width: number;
  onWidth: (width: number) => void;
  /** More buttons beside those that bring the map closer. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** A point of the map, in its own measure, that stays where it is in the window. */
interface Held {
  point: DOMPoint;
  x: number;
  y: number;
}

export function MapFrame({ width, onWidth, tools, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const held = useRef<Held | null>(null);
  const latest = useRef(width);
  latest.current = width;
  const map = (): SVGSVGElement | null => frame.current?.querySelector("svg") ?? null;
  const zoom = (to: number, x: number, y: number): void => {
    const matrix = map()?.getScreenCTM();
    if (!matrix || bounded(to) === latest.current) return;
    held.current = { point: new DOMPoint(x, y).matrixTransform(matrix.inverse()), x, y };
    onWidth(bounded(to));
  };
  useLayoutEffect(() => {
    const [matrix, kept] = [map()?.getScreenCTM(), held.current];
    held.current = null;
    if (!matrix || !kept) return;
    const now = kept.point.matrixTransform(matrix);
    frame.current?.scrollBy({ left: now.x - kept.x, top: now.y - kept.y, behavior: "instant" });
  }, [width]);
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    let pinch: { apart: number; width: number } | null = null;
    const apartOf = ([one, other]: Touch[]): number => Math.hypot(one!.clientX - other!.clientX, one!.clientY - other!.clientY);
    const touch = (event: TouchEvent): void => {
      const fingers = [...event.touches];
      if (fingers.length !== 2) {
        pinch = null;
        return;
      }
      // the browser would scroll or enlarge the whole page instead
      event.preventDefault();
      pinch ??= { apart: apartOf(fingers), width: latest.current };
      const [x, y] = [(fingers[0]!.clientX + fingers[1]!.clientX) / 2, (fingers[0]!.clientY + fingers[1]!.clientY) / 2];
      zoom((pinch.width * apartOf(fingers)) / pinch.apart, x, y);
    };
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(latest.current * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    };
    const names = ["touchstart", "touchmove", "touchend", "touchcancel"] as const;
    for (const name of names) box.addEventListener(name, touch, { passive: false });
    box.addEventListener("wheel", wheel, { passive: false });
    return () => {
      for (const name of names) box.removeEventListener(name, touch);
      box.removeEventListener("wheel", wheel);
    };
  }, []);
  const nudge = (by: number): void => {
    const { left, top, width: across, height } = frame.current!.getBoundingClientRect();
    zoom(latest.current * by, left + across / 2, top + height / 2);
  };
  return (
    <div class="map-box">
      <div class="map-frame" ref={frame}>
        {children}
      </div>
      <div class="zooms">
        {tools}
        <button type="button" aria-label="Closer" disabled={width >= WIDEST} onClick={() => nudge(STEP)}>
          +
        </button>
        <button type="button" aria-label="Wider" disabled={width <= NARROWEST} onClick={() => nudge(1 / STEP)}>
          −
        </button>
      </div>
    </div>
  );
}
