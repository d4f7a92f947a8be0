import type { AreaDefaults } from "../area.ts";
import type { JobDoor } from "../operation.ts";
import type { HvutGroup } from "./groups.ts";

/** Defaults shared by the rows of this area. */
export const hvutFilingsArea: AreaDefaults<HvutGroup> = {
  area: "hvut-filings",
  title: "Form 2290 returns",
  app: "hvut",
  needsApp: true,
};

/** Job metadata: a return is decided after the response. */
export const filed: JobDoor = {
  id: "filingId",
  readWith: "get_filing",
  argument: "filingId",
  state: "status",
  done: ["accepted"],
  failed: ["rejected"],
};
