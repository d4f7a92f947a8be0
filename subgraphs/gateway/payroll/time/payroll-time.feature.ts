import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { PayrollTimeResolver } from "./payroll-time.resolver.ts";
import { TimeOffRequestsResolver } from "./time-off-requests.resolver.ts";
import { payrollTimeRules } from "./payroll-time.rules.ts";

export const payrollTimeFeature: FeatureGraph = {
  resolvers: [PayrollTimeResolver, TimeOffRequestsResolver],
  rules: payrollTimeRules,
};
