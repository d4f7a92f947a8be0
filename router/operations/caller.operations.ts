import { callerRow as row } from "./caller-row.ts";
import type { JobDoor, OperationArea } from "./operation.ts";

/** A call goes on after the answer. */
const called: JobDoor = {
  id: "callId",
  readWith: "get_call",
  argument: "callId",
  state: "status",
  done: ["completed"],
  failed: ["busy", "no-answer", "failed", "canceled"],
};

export const callerOperations: OperationArea = {
  area: "calls",
  title: "Calls by voice agents",
  operations: [
    row(
      "SearchAvailableNumbers",
      "query.availableNumbers",
      { method: "GET", path: "/available-numbers" },
      { name: "search_available_numbers", example: { country: "US", areaCode: "212" } },
    ),
    row(
      "RegisterPhoneNumber",
      "mutation.registerPhoneNumber",
      { method: "POST", path: "/caller-numbers", status: 201 },
      {
        name: "register_phone_number",
        openWorld: true,
        example: { e164: "+12125550199", label: "Office" },
        keywords: ["buy a number", "caller id"],
      },
    ),
    row(
      "ListPhoneNumbers",
      "query.callerNumbers",
      { method: "GET", path: "/caller-numbers" },
      { name: "list_phone_numbers" },
    ),
    row(
      "InitiateCall",
      "mutation.initiateCall",
      { method: "POST", path: "/calls", status: 202 },
      {
        name: "initiate_call",
        openWorld: true,
        job: called,
        example: { to: "+12125550142", voiceAgentId: "vag_01" },
        keywords: ["ring", "dial", "phone somebody", "call somebody"],
      },
    ),
    row(
      "GetCall",
      "query.call",
      { method: "GET", path: "/calls/{callId}" },
      { name: "get_call", keywords: ["how did the call go"] },
    ),
    row("ListCalls", "query.calls", { method: "GET", path: "/calls" }, { name: "list_calls" }),
    row(
      "ListActiveCalls",
      "query.activeCalls",
      { method: "GET", path: "/active-calls" },
      { name: "list_active_calls" },
    ),
    row(
      "EndCall",
      "mutation.endCall",
      { method: "POST", path: "/calls/{callId}/end" },
      { name: "end_call", openWorld: true, idempotent: true, keywords: ["hang up", "stop the call"] },
    ),
    row(
      "CancelCall",
      "mutation.cancelCall",
      { method: "POST", path: "/calls/{callId}/cancel" },
      { name: "cancel_call", idempotent: true, keywords: ["do not make the call"] },
    ),
    row(
      "GetCallEvents",
      "query.callEvents",
      { method: "GET", path: "/calls/{callId}/events" },
      { name: "get_call_events", keywords: ["timeline", "what happened"] },
    ),
    row(
      "GetTranscript",
      "query.callTranscript",
      { method: "GET", path: "/calls/{callId}/transcript" },
      {
        name: "get_transcript",
        keywords: ["what was said", "conversation"],
      },
    ),
    row(
      "ExportTranscript",
      "query.callTranscriptFile",
      {
        method: "GET",
        path: "/calls/{callId}/transcript/{format}",
        file: {
          download: "download",
          types: ["text/plain", "application/x-subrip", "text/vtt"],
        },
      },
      {
        name: "export_transcript",
        keywords: ["subtitles", "download"],
        example: { callId: "call_01", format: "vtt" },
      },
    ),
    row(
      "SearchTranscripts",
      "query.transcriptSearch",
      { method: "GET", path: "/transcript-search" },
      {
        name: "search_transcripts",
        example: { query: "refund" },
        keywords: ["who said", "mentioned"],
      },
    ),
    row(
      "ScheduleCallback",
      "mutation.scheduleCallback",
      { method: "POST", path: "/callbacks", status: 201 },
      {
        name: "schedule_callback",
        example: { phone: "+12125550142", at: "2027-05-04T10:30", voiceAgentId: "vag_01" },
        keywords: ["call back later", "ring back", "tomorrow"],
      },
    ),
    row(
      "ListCallbacks",
      "query.callbacks",
      { method: "GET", path: "/callbacks" },
      { name: "list_callbacks" },
    ),
    row(
      "RescheduleCallback",
      "mutation.rescheduleCallback",
      { method: "POST", path: "/callbacks/{callbackId}/reschedule" },
      {
        name: "reschedule_callback",
        idempotent: true,
        example: { callbackId: "cbk_01", at: "2026-12-01T17:00" },
      },
    ),
    row(
      "CancelCallback",
      "mutation.cancelCallback",
      { method: "POST", path: "/callbacks/{callbackId}/cancel" },
      { name: "cancel_callback", destructive: true, idempotent: true },
    ),
    row(
      "CreateCallCampaign",
      "mutation.createCallCampaign",
      { method: "POST", path: "/call-campaigns", status: 201 },
      {
        name: "create_campaign",
        example: { name: "Reminders", listId: "cls_01", voiceAgentId: "vag_01" },
        keywords: ["call many people", "mass calls", "call a list"],
      },
    ),
    row(
      "GetCallCampaign",
      "query.callCampaign",
      { method: "GET", path: "/call-campaigns/{campaignId}" },
      { name: "get_campaign" },
    ),
    row(
      "ListCallCampaigns",
      "query.callCampaigns",
      { method: "GET", path: "/call-campaigns" },
      { name: "list_campaigns" },
    ),
    row(
      "StartCallCampaign",
      "mutation.startCallCampaign",
      { method: "POST", path: "/call-campaigns/{campaignId}/start" },
      { name: "start_campaign", openWorld: true, keywords: ["launch", "begin calling"] },
    ),
    row(
      "PauseCallCampaign",
      "mutation.pauseCallCampaign",
      { method: "POST", path: "/call-campaigns/{campaignId}/pause" },
      { name: "pause_campaign", idempotent: true },
    ),
    row(
      "CancelCallCampaign",
      "mutation.cancelCallCampaign",
      { method: "POST", path: "/call-campaigns/{campaignId}/cancel" },
      { name: "cancel_campaign", destructive: true, idempotent: true },
    ),
    row(
      "GetCallCampaignResults",
      "query.callCampaignResults",
      { method: "GET", path: "/call-campaigns/{campaignId}/results" },
      { name: "get_campaign_results", keywords: ["how did the campaign go", "answer rate"] },
    ),
  ],
};
