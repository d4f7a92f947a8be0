import { isAdmin, type RuleMap } from "../../../src/access/rules.ts";

export const backgroundJobsRules: RuleMap = {
  Query: { jobQueues: isAdmin, deadLetters: isAdmin, deadLetter: isAdmin },
  Mutation: { retryDeadLetter: isAdmin, retryDeadLetters: isAdmin, discardDeadLetter: isAdmin },
};
