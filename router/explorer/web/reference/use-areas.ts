import { useMemo } from "preact/hooks";
import { areasOf, type AreaList } from "../../area-list.ts";
import type { ListedArea } from "../../data/docs.types.ts";
import { useData, type Loaded } from "../data/load.ts";

/** All operations by area. */
export function useAreas(): Loaded<readonly ListedArea[]> {
  const loaded = useData<AreaList>("operation-list.json");
  return useMemo(
    () => (loaded.state === "ready" ? { state: "ready", data: areasOf(loaded.data) } : loaded),
    [loaded],
  );
}
