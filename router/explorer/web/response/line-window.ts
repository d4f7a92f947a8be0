import { useEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";

/** The part of a long list that is drawn. */
export interface LineWindow {
  from: number;
  to: number;
  rowHeight: number;
}

/** Lines beyond the visible ones, so that scrolling does not show gaps. */
const margin = 30;
/** Shorter lists are drawn as a whole: they wrap, and the browser's search finds all of them. */
const drawnWhole = 400;

/** Lines of a list of `count` that are visible at a scroll position. */
export function windowAt(
  { scrollTop, height, rowHeight }: { scrollTop: number; height: number; rowHeight: number },
  count: number,
): LineWindow {
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  return {
    from: Math.max(0, Math.min(first, count) - margin),
    to: Math.min(count, last + margin),
    rowHeight,
  };
}

/** Window into a list that follows the scrolling of its container. Null for a list that is drawn as a whole. */
export function useLineWindow(container: RefObject<HTMLElement | null>, count: number): LineWindow | null {
  const isLong = count > drawnWhole;
  const [view, setView] = useState<LineWindow | null>(null);
  useEffect(() => {
    const element = container.current;
    if (!isLong || !element) return setView(null);
    const read = () => {
      // Lines of a long list have a height of 1.5 root units and do not wrap.
      const rowHeight = 1.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { scrollTop, clientHeight } = element;
      setView(windowAt({ scrollTop, height: clientHeight, rowHeight }, count));
    };
    read();
    element.addEventListener("scroll", read, { passive: true });
    return () => element.removeEventListener("scroll", read);
  }, [isLong, count]);
  if (!isLong) return null;
  return view ?? { from: 0, to: Math.min(count, 2 * margin), rowHeight: 24 };
}
