import { and, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

const reads = and(isCaller, hasScope("read:calls"), onApp("ai-caller"));
const writes = and(isCaller, hasScope("write:calls"), onApp("ai-caller"));

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
    pauseCallCampaign: writes,
    cancelCallCampaign: writes,
    startCallCampaign: writes,
  },
};
