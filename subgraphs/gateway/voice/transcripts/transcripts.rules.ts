import { and, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

const reads = and(isCaller, hasScope("read:calls"), onApp("ai-caller"));

export const callTranscriptRules: RuleMap = {
  Query: {
    callTranscript: reads,
    callTranscriptFile: reads,
    transcriptSearch: reads,
  },
};
