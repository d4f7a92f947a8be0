import { type RuleMap } from "../../../../src/access/rules.ts";
import { inVoice } from "../voice-access.ts";

const reads = inVoice("read:calls");
const writes = inVoice("write:calls");

export const callScriptRules: RuleMap = {
  Query: {
    callScript: reads,
    callScripts: reads,
    callScriptVersions: reads,
    callScriptValidation: reads,
    simulatedCall: reads,
    voiceAgent: reads,
    voiceAgents: reads,
    callVoices: reads,
  },
  Mutation: {
    createCallScript: writes,
    updateCallScript: writes,
    publishScriptVersion: writes,
    archiveCallScript: writes,
    createVoiceAgent: writes,
    updateVoiceAgent: writes,
    archiveVoiceAgent: writes,
  },
};
