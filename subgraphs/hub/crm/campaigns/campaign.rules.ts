import {
  and,
  commitsMoney,
  isInternal,
  isPublic,
  isUser,
  limitedAs,
  type RuleMap,
} from "../../../../src/access/rules.ts";

/** Messages and calls use up the quota that the plan pays for. */
const sends = and(isUser, limitedAs("crm-send"), commitsMoney);

export const campaignRules: RuleMap = {
  Query: {
    businessProfile: isUser,
    campaigns: isUser,
    campaign: isUser,
    crmAnalytics: isUser,
    crmMessages: isUser,
    crmMessage: isUser,
  },
  Mutation: {
    saveBusinessProfile: isUser,
    sendBulkEmail: sends,
    sendSms: sends,
    placeCall: sends,
    pauseCampaign: isUser,
    resumeCampaign: isUser,
    cancelCampaign: isUser,
    followMessageLink: isInternal,
    hearCarrier: isInternal,
    receiveMailReports: and(isPublic, limitedAs("webhook-in")),
  },
};
