import { withRight } from "../../../src/access/account-rights.ts";
import { and, isInternal, isUser, type RuleMap } from "../../../src/access/rules.ts";

/** A person in person: no key, no limited token and no agent's sign-in sees a secret. */
export const oneTimeSecretsRules: RuleMap = {
  Query: {},
  Mutation: { revealOneTimeSecret: and(isUser, withRight("member")), keepOneTimeSecret: isInternal },
};
