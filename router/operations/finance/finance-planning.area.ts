import type { AreaDefaults } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";

/** What the rows of this area have in common. */
export const financePlanningArea: AreaDefaults<FinanceGroup> = {
  area: "finance-planning",
  title: "Personal finance: budgets, bills, loans and investments",
  needsApp: true,
  pathPrefix: "/finance",
};
