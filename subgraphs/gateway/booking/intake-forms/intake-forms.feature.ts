import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { IntakeFormsResolver } from "./intake-forms.resolver.ts";
import { intakeFormsRules } from "./intake-forms.rules.ts";

export const intakeFormsFeature: FeatureGraph = {
  resolvers: [IntakeFormsResolver],
  rules: intakeFormsRules,
};
