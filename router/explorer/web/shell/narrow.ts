import { useEffect, useState } from "preact/hooks";

/** Up to this width the parts of a page are below each other. The styles of `.reference` have the same limit. */
const narrow = window.matchMedia("(max-width: 1100px)");

/** True while the window is too narrow for two columns. Order in the document then follows the order on screen. */
export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const read = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", read);
    return () => narrow.removeEventListener("change", read);
  }, []);
  return isNarrow;
}
