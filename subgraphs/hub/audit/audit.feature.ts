import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AccountAuditResolver } from "./account-audit.resolver.ts";
import { AuditResolver } from "./audit.resolver.ts";
import { auditRules } from "./audit.rules.ts";

export const auditFeature: FeatureGraph = {
  resolvers: [AuditResolver, AccountAuditResolver],
  rules: auditRules,
};
