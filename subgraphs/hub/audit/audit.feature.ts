import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { AuditResolver } from "./audit.resolver.ts";
import { auditRules } from "./audit.rules.ts";

export const auditFeature: FeatureGraph = { resolvers: [AuditResolver], rules: auditRules };
