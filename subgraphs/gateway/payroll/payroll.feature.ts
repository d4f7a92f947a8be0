import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AchFileResolver } from "./ach/ach-file.resolver.ts";
import { PaySchedulesResolver } from "./schedules/schedules.resolver.ts";
import { EmployeesResolver } from "./people/employees.resolver.ts";
import { EmployeeTermsResolver } from "./people/employee-terms.resolver.ts";
import { ChangeTermsResolver } from "./people/change-terms.resolver.ts";
import { PayrollRunsResolver } from "./runs/runs.resolver.ts";
import { PayslipsResolver } from "./runs/payslips.resolver.ts";
import { ContractorsResolver } from "./people/contractors.resolver.ts";
import { payrollRules } from "./payroll.rules.ts";

export const payrollFeature: FeatureGraph = {
  resolvers: [
    PaySchedulesResolver,
    EmployeesResolver,
    EmployeeTermsResolver,
    ChangeTermsResolver,
    PayrollRunsResolver,
    PayslipsResolver,
    ContractorsResolver,
    AchFileResolver,
  ],
  rules: payrollRules,
};
