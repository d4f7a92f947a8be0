import { type RuleMap } from "../../../../src/access/rules.ts";
import { inVoice } from "../voice-access.ts";

const reads = inVoice("read:calls");
const writes = inVoice("write:calls");

export const callContactRules: RuleMap = {
  Query: {
    callContact: reads,
    callContacts: reads,
    contactLists: reads,
    phoneNumberCheck: reads,
    doNotCallChecks: reads,
    doNotCallList: reads,
    callingRules: reads,
    callingWindow: reads,
  },
  Mutation: {
    createCallContact: writes,
    importCallContacts: writes,
    updateCallContact: writes,
    deleteCallContact: writes,
    createContactList: writes,
    deleteContactList: writes,
    addToContactList: writes,
    removeFromContactList: writes,
    addToDoNotCall: writes,
    removeFromDoNotCall: writes,
    recordConsent: writes,
    updateCallingRules: writes,
  },
};
