import {
  and,
  costsByUse,
  hasScope,
  isCaller,
  isInternal,
  limitedAs,
  onApp,
  type RuleMap,
} from "../../../../src/access/rules.ts";

const reads = and(isCaller, hasScope("read:calls"), onApp("ai-caller"));
const writes = and(isCaller, hasScope("write:calls"), onApp("ai-caller"));

export const callRules: RuleMap = {
  Query: {
    call: reads,
    calls: reads,
    activeCalls: reads,
    callEvents: reads,
    availableNumbers: reads,
    callerNumbers: reads,
  },
  Mutation: {
    endCall: writes,
    cancelCall: writes,
    registerPhoneNumber: writes,
    initiateCall: and(writes, limitedAs("calls"), costsByUse("call.minute")),
    // The signature of the carrier's form gives the right.
    hearCarrierCall: isInternal,
  },
};
