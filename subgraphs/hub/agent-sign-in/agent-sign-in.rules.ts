import { isInternal, type RuleMap } from "../../../src/access/rules.ts";

/** The router's authorization server keeps its records here; nobody else may read or write them. */
export const agentSignInRules: RuleMap = {
  Query: { signInRecord: isInternal },
  Mutation: {
    saveSignInRecord: isInternal,
    consumeSignInRecord: isInternal,
    deleteSignInRecord: isInternal,
    endSignIn: isInternal,
  },
};
