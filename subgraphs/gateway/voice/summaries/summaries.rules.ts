import { and, costs, limitedAs, type RuleMap } from "../../../../src/access/rules.ts";
import { inVoice } from "../voice-access.ts";

const writesText = and(inVoice("write:calls"), limitedAs("ai-text"), costs("ai.text"));

export const callSummaryRules: RuleMap = {
  Mutation: { summarizeCall: writesText, extractCallData: writesText },
};
