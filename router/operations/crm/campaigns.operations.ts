import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

const campaignJob = {
  id: "campaignId",
  readWith: "get_email_campaign",
  argument: "campaignId",
  state: "status",
  done: ["completed"],
  failed: ["cancelled"],
};

const messageJob = {
  readWith: "get_crm_message",
  argument: "messageId",
  state: "status",
  done: ["delivered", "sent"],
  failed: ["failed", "bounced"],
};

export const campaignsOperations: AreaDefinition<CentralGroup> = {
  area: "campaigns",
  title: "E-mail campaigns, text messages and calls",
  family: "success",
  group: "crm-messages",
  operations: [
    {
      name: "SendBulkEmail",
      field: "mutation.sendBulkEmail",
      documented: true,
      rest: { method: "POST", path: "/crm/send-bulk-email", status: 202, maxBodyBytes: 5 * 1024 * 1024 },
      tool: {
        name: "send_bulk_email",
        firstDay: true,
        keywords: ["newsletter all customers everyone mailing"],
        openWorld: true,
        job: campaignJob,
      },
    },
    {
      name: "SendEmail",
      field: "mutation.sendEmail",
      rest: { method: "POST", path: "/crm/send-email", status: 202, maxBodyBytes: 1024 * 1024 },
      tool: {
        name: "send_email",
        keywords: ["write mail to one person reply follow up attach file"],
        openWorld: true,
        job: { id: "messageId", ...messageJob },
      },
    },
    {
      name: "SendSms",
      field: "mutation.sendSms",
      rest: { method: "POST", path: "/crm/send-sms" },
      tool: {
        name: "send_sms",
        keywords: ["text message to phone"],
        openWorld: true,
        job: { id: "messageId", ...messageJob },
      },
    },
    {
      name: "PlaceCall",
      field: "mutation.placeCall",
      rest: { method: "POST", path: "/crm/calls" },
      tool: {
        name: "place_crm_call",
        keywords: ["phone a contact with a spoken message"],
        openWorld: true,
        job: { id: "callId", ...messageJob },
      },
    },
    {
      name: "ListCampaigns",
      field: "query.campaigns",
      rest: { method: "GET", path: "/crm/campaigns" },
      tool: { name: "list_email_campaigns", group: "crm-campaigns", keywords: ["newsletters sent"] },
    },
    {
      name: "GetCampaign",
      field: "query.campaign",
      rest: { method: "GET", path: "/crm/campaigns/{campaignId}" },
      tool: { name: "get_email_campaign", group: "crm-campaigns", keywords: ["newsletter mailing progress"] },
    },
    {
      name: "PauseCampaign",
      field: "mutation.pauseCampaign",
      rest: { method: "POST", path: "/crm/campaigns/{campaignId}/pause" },
      tool: {
        name: "pause_email_campaign",
        group: "crm-campaigns",
        keywords: ["hold newsletter mailing"],
        idempotent: true,
      },
    },
    {
      name: "ResumeCampaign",
      field: "mutation.resumeCampaign",
      rest: { method: "POST", path: "/crm/campaigns/{campaignId}/resume" },
      tool: {
        name: "resume_email_campaign",
        group: "crm-campaigns",
        keywords: ["continue newsletter mailing"],
        openWorld: true,
        idempotent: true,
      },
    },
    {
      name: "CancelCampaign",
      field: "mutation.cancelCampaign",
      rest: { method: "POST", path: "/crm/campaigns/{campaignId}/cancel" },
      tool: {
        name: "cancel_email_campaign",
        group: "crm-campaigns",
        keywords: ["stop newsletter mailing for good"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "CrmAnalytics",
      field: "query.crmAnalytics",
      documented: true,
      rest: { method: "GET", path: "/crm/analytics" },
      tool: {
        name: "get_campaign_analytics",
        deprecatedAliases: ["crm_analytics"],
        group: "crm-campaigns",
        keywords: ["newsletter opened clicked rates"],
      },
    },
    {
      name: "ListCrmMessages",
      field: "query.crmMessages",
      rest: { method: "GET", path: "/crm/messages" },
      tool: { name: "list_crm_messages", keywords: ["sent mail texts history"] },
    },
    {
      name: "GetCrmMessage",
      field: "query.crmMessage",
      rest: { method: "GET", path: "/crm/messages/{messageId}" },
      tool: { name: "get_crm_message", keywords: ["was my email text delivered opened"] },
    },
    {
      name: "BusinessProfile",
      field: "query.businessProfile",
      rest: { method: "GET", path: "/crm/business-profile" },
      tool: { name: "get_business_profile", keywords: ["sender name postal address"] },
    },
    {
      name: "SaveBusinessProfile",
      field: "mutation.saveBusinessProfile",
      rest: { method: "PUT", path: "/crm/business-profile" },
      tool: {
        name: "save_business_profile",
        keywords: ["change sender name postal address"],
        idempotent: true,
      },
    },
    {
      name: "ReceiveMailReports",
      field: "mutation.receiveMailReports",
      rest: {
        method: "POST",
        path: "/crm/mail-reports",
        rawBody: { signatureHeader: "x-mail-signature" },
        maxBodyBytes: 1024 * 1024,
      },
    },
  ],
};
