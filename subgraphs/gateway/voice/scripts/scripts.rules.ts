import { and, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

const reads = and(isCaller, hasScope("read:calls"), onApp("ai-caller"));
const writes = and(isCaller, hasScope("write:calls"), onApp("ai-caller"));

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
  },
};
