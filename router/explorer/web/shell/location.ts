import { matchPage } from "../../pages.ts";
import { createSignal } from "../state/signal.ts";

/** Where the browser is: path, query and fragment as the address bar shows them. */
export interface Place {
  path: string;
  query: string;
  hash: string;
}

const read = (): Place => ({
  path: window.location.pathname,
  query: window.location.search,
  hash: window.location.hash,
});

/** The place that is shown. */
export const place = createSignal<Place>(read());

/** Goes to an address of the explorer without loading it anew. */
export function navigate(href: string, { replace = false } = {}): void {
  const method = replace ? "replaceState" : "pushState";
  window.history[method](null, "", href);
  place.set(read());
}

/** Follows links to pages and the buttons of the browser without loading anew. Other links are the browser's. */
export function followLinks(): void {
  window.addEventListener("popstate", () => place.set(read()));
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target !== "" || link.hasAttribute("download")) return;
    const url = new URL(link.href, window.location.href);
    if (url.origin !== window.location.origin || !matchPage(url.pathname)) return;
    if (url.hash !== "" && url.pathname === window.location.pathname && url.search === window.location.search)
      return;
    event.preventDefault();
    navigate(url.pathname + url.search + url.hash);
  });
}
