import { matchPage } from "../../pages.ts";
import { createSignal } from "../state/signal.ts";

/** Current location: path, query and fragment of the URL. */
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

/** Current location. */
export const place = createSignal<Place>(read());

/** Navigates to a URL of the explorer without a page load. */
export function navigate(href: string, { replace = false } = {}): void {
  const method = replace ? "replaceState" : "pushState";
  window.history[method](null, "", href);
  place.set(read());
}

/** Handles links to pages, back and forward without a page load. The browser handles other links. */
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
