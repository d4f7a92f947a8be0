import type { AreaDefinition } from "../area.ts";
import type { VoiceGroup } from "./groups.ts";
import { callsArea } from "./calls.area.ts";

export const callCampaignsOperations: AreaDefinition<VoiceGroup> = {
  ...callsArea,
  group: "campaigns",
  operations: [
    {
      name: "CreateCallCampaign",
      field: "mutation.createCallCampaign",
      rest: { method: "POST", path: "/call-campaigns", status: 201 },
      tool: {
        name: "create_campaign",
        firstDay: true,
        example: { name: "Reminders", listId: "cls_01", voiceAgentId: "vag_01" },
        keywords: [
          "call many people",
          "mass calls",
          "call a list",
          "phone list of leads hundred people outreach dial",
        ],
      },
    },
    {
      name: "GetCallCampaign",
      field: "query.callCampaign",
      rest: { method: "GET", path: "/call-campaigns/{campaignId}" },
      tool: { name: "get_campaign", keywords: ["show phone outreach"] },
    },
    {
      name: "ListCallCampaigns",
      field: "query.callCampaigns",
      rest: { method: "GET", path: "/call-campaigns" },
      tool: { name: "list_campaigns", keywords: ["phone outreach runs"] },
    },
    {
      name: "UpdateCallCampaign",
      field: "mutation.updateCallCampaign",
      rest: { method: "PATCH", path: "/call-campaigns/{campaignId}" },
      tool: { name: "update_campaign", keywords: ["change phone outreach settings"], idempotent: true },
    },
    {
      name: "StartCallCampaign",
      field: "mutation.startCallCampaign",
      rest: { method: "POST", path: "/call-campaigns/{campaignId}/start" },
      tool: {
        name: "start_campaign",
        firstDay: true,
        openWorld: true,
        keywords: ["launch", "begin calling", "begin dialing leads go"],
      },
    },
    {
      name: "PauseCallCampaign",
      field: "mutation.pauseCallCampaign",
      rest: { method: "POST", path: "/call-campaigns/{campaignId}/pause" },
      tool: { name: "pause_campaign", firstDay: true, keywords: ["stop dialing hold"], idempotent: true },
    },
    {
      name: "CancelCallCampaign",
      field: "mutation.cancelCallCampaign",
      rest: { method: "POST", path: "/call-campaigns/{campaignId}/cancel" },
      tool: {
        name: "cancel_campaign",
        keywords: ["end outreach for good"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "GetCallCampaignResults",
      field: "query.callCampaignResults",
      rest: { method: "GET", path: "/call-campaigns/{campaignId}/results" },
      tool: {
        name: "get_campaign_results",
        firstDay: true,
        keywords: [
          "how did the campaign go",
          "how did the campaign do",
          "answer rate",
          "how did campaign do go reached answered success",
        ],
      },
    },
  ],
};
