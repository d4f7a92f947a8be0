import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { WaitlistResolver } from "./waitlist.resolver.ts";
import { waitlistRules } from "./waitlist.rules.ts";

export const waitlistFeature: FeatureGraph = {
  resolvers: [WaitlistResolver],
  rules: waitlistRules,
};
