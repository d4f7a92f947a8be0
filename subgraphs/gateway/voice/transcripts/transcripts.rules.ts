import { type RuleMap } from "../../../../src/access/rules.ts";
import { inVoice } from "../voice-access.ts";

const reads = inVoice("read:calls");

export const callTranscriptRules: RuleMap = {
  Query: {
    callTranscript: reads,
    callTranscriptFile: reads,
    transcriptSearch: reads,
  },
  Mutation: { redactTranscript: inVoice("write:calls") },
};
