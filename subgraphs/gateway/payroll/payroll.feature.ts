import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { PaySchedulesResolver } from "./schedules.resolver.ts";
import { EmployeesResolver } from "./employees.resolver.ts";
import { EmployeeTermsResolver } from "./employee-terms.resolver.ts";
import { PayrollRunsResolver } from "./runs.resolver.ts";
import { PayslipsResolver } from "./payslips.resolver.ts";
import { ContractorsResolver } from "./contractors.resolver.ts";
import { payrollRules } from "./payroll.rules.ts";

export const payrollFeature: FeatureGraph = {
  resolvers: [
    PaySchedulesResolver,
    EmployeesResolver,
    EmployeeTermsResolver,
    PayrollRunsResolver,
    PayslipsResolver,
    ContractorsResolver,
  ],
  rules: payrollRules,
};
