import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { AgendaResolver } from "./agenda.resolver.ts";
import { agendaRules } from "./agenda.rules.ts";

export const agendaFeature: FeatureGraph = {
  resolvers: [AgendaResolver],
  rules: agendaRules,
};
