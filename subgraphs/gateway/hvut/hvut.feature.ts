import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { HvutCalculationResolver } from "./calculation.resolver.ts";
import { FilersResolver } from "./filers.resolver.ts";
import { FilingsResolver } from "./filings.resolver.ts";
import { hvutRules } from "./hvut.rules.ts";
import { SchedulesResolver } from "./schedule.resolver.ts";
import { VehiclesResolver } from "./vehicles.resolver.ts";

export const hvutFeature: FeatureGraph = {
  resolvers: [HvutCalculationResolver, FilersResolver, VehiclesResolver, FilingsResolver, SchedulesResolver],
  rules: hvutRules,
};
