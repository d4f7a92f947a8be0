import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { PayrollReportsResolver } from "./payroll-reports.resolver.ts";
import { payrollReportsRules } from "./payroll-reports.rules.ts";
import { TaxDepositsResolver } from "./tax-deposits.resolver.ts";

export const payrollReportsFeature: FeatureGraph = {
  resolvers: [PayrollReportsResolver, TaxDepositsResolver],
  rules: payrollReportsRules,
};
