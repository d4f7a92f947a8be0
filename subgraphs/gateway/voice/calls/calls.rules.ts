import { and, costsByUse, isInternal, limitedAs, type RuleMap } from "../../../../src/access/rules.ts";
import { inVoice } from "../voice-access.ts";

const reads = inVoice("read:calls");
const writes = inVoice("write:calls");

export const callRules: RuleMap = {
  Query: {
    call: reads,
    calls: reads,
    activeCalls: reads,
    callEvents: reads,
    callCostEstimate: reads,
    contactCalls: reads,
    availableNumbers: reads,
    callerNumbers: reads,
  },
  Mutation: {
    addCallNote: writes,
    setCallDisposition: writes,
    endCall: writes,
    cancelCall: writes,
    registerPhoneNumber: writes,
    updatePhoneNumber: writes,
    releasePhoneNumber: writes,
    initiateCall: and(writes, limitedAs("calls"), costsByUse("call.minute")),
    retryCall: and(writes, limitedAs("calls"), costsByUse("call.minute")),
    transferCall: and(writes, limitedAs("calls")),
    // The signature of the carrier's form gives the right.
    hearCarrierCall: isInternal,
  },
};
