import type { AreaDefaults } from "../area.ts";
import type { JobDoor } from "../operation.ts";
import type { HvutGroup } from "./groups.ts";

/** What the rows of this area have in common. */
export const hvutFilingsArea: AreaDefaults<HvutGroup> = {
  area: "hvut-filings",
  title: "Returns of Form 2290",
  app: "hvut",
  needsApp: true,
};

/** A return is decided after the answer. */
export const filed: JobDoor = {
  id: "filingId",
  readWith: "get_filing",
  argument: "filingId",
  state: "status",
  done: ["accepted"],
  failed: ["rejected"],
};
