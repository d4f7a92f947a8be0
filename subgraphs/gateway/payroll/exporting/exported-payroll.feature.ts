import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { inPayroll } from "../payroll-access.ts";
import { ExportedPayrollResolver } from "./exported-payroll.resolver.ts";

/** The payroll app's side of the hub's export, which costs nothing. */
export const exportedPayrollFeature: FeatureGraph = {
  resolvers: [ExportedPayrollResolver],
  rules: { Query: { exportedPayroll: inPayroll("read:payroll") } },
};
