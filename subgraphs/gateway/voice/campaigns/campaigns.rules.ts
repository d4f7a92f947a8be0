import { type RuleMap } from "../../../../src/access/rules.ts";
import { inVoice } from "../voice-access.ts";

const reads = inVoice("read:calls");
const writes = inVoice("write:calls");

export const callCampaignRules: RuleMap = {
  Query: {
    callbacks: reads,
    callCampaign: reads,
    callCampaigns: reads,
    callCampaignResults: reads,
  },
  Mutation: {
    scheduleCallback: writes,
    rescheduleCallback: writes,
    cancelCallback: writes,
    createCallCampaign: writes,
    updateCallCampaign: writes,
    pauseCallCampaign: writes,
    cancelCallCampaign: writes,
    startCallCampaign: writes,
  },
};
