import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { PayrollFilesResolver } from "./payroll-files.resolver.ts";
import { PayrollReportsResolver } from "./payroll-reports.resolver.ts";
import { payrollReportsRules } from "./payroll-reports.rules.ts";
import { TaxDepositsResolver } from "./tax-deposits.resolver.ts";

export const payrollReportsFeature: FeatureGraph = {
  resolvers: [PayrollReportsResolver, PayrollFilesResolver, TaxDepositsResolver],
  rules: payrollReportsRules,
};
