import type { AreaDefaults } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";

/** Defaults shared by the rows of this area. */
export const payrollArea: AreaDefaults<PayrollGroup> = {
  area: "payroll",
  title: "Payroll",
  needsApp: true,
  pathPrefix: "/payroll",
};
