// The current path as a signal, so that links work without a page load.
import { signal } from "@preact/signals";

export interface Where {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const read = (): Where => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
});

export const where = signal<Where>(read());

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  arriving = !replace;
  where.value = read();
  if (!replace) scrollTo(0, 0);
}

let arriving = false;

/** Puts the focus on the heading of the new page, which may be loaded later than its address. */
export function arrive(): void {
  const heading = arriving ? document.querySelector<HTMLElement>("main h1") : null;
  if (!heading) return;
  arriving = false;
  heading.focus();
}

/** Watches the address bar and every link that stays in the app. */
export function watchLinks(): void {
  addEventListener("popstate", () => (where.value = read()));
  addEventListener("hashchange", () => (where.value = read()));
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
