import type { AreaDefaults } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";

/** What the rows of this area have in common. */
export const payrollArea: AreaDefaults<PayrollGroup> = {
  area: "payroll",
  title: "Payroll",
  needsApp: true,
  pathPrefix: "/payroll",
};
