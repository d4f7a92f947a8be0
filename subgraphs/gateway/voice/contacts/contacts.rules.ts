import { and, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

const reads = and(isCaller, hasScope("read:calls"), onApp("ai-caller"));
const writes = and(isCaller, hasScope("write:calls"), onApp("ai-caller"));

export const callContactRules: RuleMap = {
  Query: {
    callContact: reads,
    callContacts: reads,
    contactLists: reads,
    doNotCallChecks: reads,
    doNotCallList: reads,
    callingRules: reads,
    callingWindow: reads,
  },
  Mutation: {
    createCallContact: writes,
    importCallContacts: writes,
    createContactList: writes,
    addToContactList: writes,
    removeFromContactList: writes,
    addToDoNotCall: writes,
    removeFromDoNotCall: writes,
    recordConsent: writes,
    updateCallingRules: writes,
  },
};
