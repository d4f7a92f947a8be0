import type { AreaDefaults } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";

/** What the rows of this area have in common. */
export const financeArea: AreaDefaults<FinanceGroup> = {
  area: "finance",
  title: "Personal finance",
  needsApp: true,
  pathPrefix: "/finance",
};
