import { and, isAdmin, isPublic, limitedAs, type RuleMap } from "../../../src/access/rules.ts";

export const processorEventsRules: RuleMap = {
  Query: { processorEvents: isAdmin },
  Mutation: {
    receiveProcessorEvent: and(isPublic, limitedAs("webhook-in")),
    replayProcessorEvent: isAdmin,
  },
};
