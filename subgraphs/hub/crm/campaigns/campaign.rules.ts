import { withRight } from "../../../../src/access/account-rights.ts";
import {
  and,
  commitsMoney,
  isInternal,
  isPublic,
  isUser,
  limitedAs,
  type RuleMap,
} from "../../../../src/access/rules.ts";

const reads = and(isUser, withRight("read"));
const writes = and(isUser, withRight("write"));
/** Messages and calls use up the quota that the plan pays for. */
const sends = and(writes, limitedAs("crm-send"), commitsMoney);

export const campaignRules: RuleMap = {
  Query: {
    businessProfile: reads,
    campaigns: reads,
    campaign: reads,
    crmAnalytics: reads,
    crmMessages: reads,
    crmMessage: reads,
  },
  Mutation: {
    saveBusinessProfile: writes,
    sendBulkEmail: sends,
    sendEmail: sends,
    sendSms: sends,
    placeCall: sends,
    pauseCampaign: writes,
    resumeCampaign: writes,
    cancelCampaign: writes,
    followMessageLink: isInternal,
    sendPhoneNotice: isInternal,
    hearCarrier: isInternal,
    receiveMailReports: and(isPublic, limitedAs("webhook-in")),
  },
};
