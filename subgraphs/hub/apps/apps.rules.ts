import { withRight } from "../../../src/access/account-rights.ts";
import {
  and,
  graphqlOnly,
  isAdmin,
  isAuthenticated,
  isInternal,
  type RuleMap,
} from "../../../src/access/rules.ts";

export const appsRules: RuleMap = {
  Query: {
    app: and(isAuthenticated, withRight("member"), graphqlOnly),
    appRegistry: isAdmin,
    registeredApp: isAdmin,
    appOrigins: isInternal,
  },
  Mutation: { createApp: isAdmin, updateApp: isAdmin },
  App: and(isAuthenticated, withRight("member")),
};
