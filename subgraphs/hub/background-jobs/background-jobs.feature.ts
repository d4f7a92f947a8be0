import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { BackgroundJobsResolver } from "./background-jobs.resolver.ts";
import { backgroundJobsRules } from "./background-jobs.rules.ts";

export const backgroundJobsFeature: FeatureGraph = {
  resolvers: [BackgroundJobsResolver],
  rules: backgroundJobsRules,
};
