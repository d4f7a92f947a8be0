import type { AreaDefaults } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";

/** Defaults of all rows in this area. */
export const financeArea: AreaDefaults<FinanceGroup> = {
  area: "finance",
  title: "Personal finance",
  needsApp: true,
  pathPrefix: "/finance",
};
