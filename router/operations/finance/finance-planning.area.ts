import type { AreaDefaults } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";

/** Defaults of all rows in this area. */
export const financePlanningArea: AreaDefaults<FinanceGroup> = {
  area: "finance-planning",
  title: "Personal finance: budgets, bills, loans and investments",
  needsApp: true,
  pathPrefix: "/finance",
};
