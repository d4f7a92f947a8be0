import { type RuleMap } from "../../../../src/access/rules.ts";
import { inVoice } from "../voice-access.ts";

const reads = inVoice("read:calls");

export const callInsightRules: RuleMap = {
  Query: { callAnalytics: reads, agentPerformance: reads },
};
