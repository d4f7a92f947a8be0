import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import { ContactsResolver } from "./contacts/contacts.resolver.ts";
import { CrmResolver } from "./crm.resolver.ts";
import { crmRules } from "./crm.rules.ts";

export const crmFeature: FeatureGraph = { resolvers: [ContactsResolver, CrmResolver], rules: crmRules };
