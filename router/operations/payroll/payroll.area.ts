import type { AreaDefaults } from "../area.ts";
import type { PayrollGroup } from "./groups.ts";

/** Defaults shared by the rows of this area. */
export const payrollArea: AreaDefaults<PayrollGroup> = {
  area: "payroll",
  title: "Payroll",
  needsApp: true,
  pathPrefix: "/payroll",
};

/** Defaults shared by the rows on employees. */
export const payrollPeopleArea: AreaDefaults<PayrollGroup> = {
  ...payrollArea,
  area: "payroll-people",
  title: "Payroll employees",
};
