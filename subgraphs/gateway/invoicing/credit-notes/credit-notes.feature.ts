import type { FeatureGraph } from "../../../../src/graphql/build-subgraph.ts";
import { CreditNotesResolver } from "./credit-notes.resolver.ts";
import { creditNoteRules } from "./credit-notes.rules.ts";

export const creditNotesFeature: FeatureGraph = { resolvers: [CreditNotesResolver], rules: creditNoteRules };
