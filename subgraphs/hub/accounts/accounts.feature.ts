import type { FeatureGraph } from "../../../src/graphql/build-subgraph.ts";
import type { HubContext } from "../hub.context.ts";
import { AccountsResolver, UserAccountsResolver } from "./accounts.resolver.ts";
import { accountsRules } from "./accounts.rules.ts";
import { findAccounts } from "./accounts.service.ts";
import { InvitationsResolver } from "./invitations.resolver.ts";
import { MembersResolver } from "./members.resolver.ts";

export const accountsFeature: FeatureGraph = {
  resolvers: [AccountsResolver, UserAccountsResolver, MembersResolver, InvitationsResolver],
  rules: accountsRules,
  references: {
    Account: {
      batch: (references, ctx) =>
        findAccounts(
          ctx as HubContext,
          references.map(({ id }) => String(id)),
        ),
    },
  },
};
