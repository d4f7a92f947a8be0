import type { ExampleRows } from "./example.types.ts";

const voiceAgentId = "vag_demo_1";
const dialogue = [
  { id: "ask", say: "Would you buy from us again?", expect: ["yes", "no"], next: { "*": "thanks" } },
  { id: "thanks", say: "Thank you for your time.", goal: true },
];

/** People to call, scripts, voices, calls and campaigns. */
export const voiceExamples: ExampleRows = {
  CreateCallContact: { input: { name: "Gus Hale", phone: "+16465550145" } },
  GetCallContact: { input: { contactId: "cct_demo_1" } },
  UpdateCallContact: { input: { contactId: "cct_demo_2", timezone: "America/Los_Angeles" } },
  DeleteCallContact: { input: { contactId: "cct_demo_3" } },
  ValidatePhoneNumber: { input: { phone: "(212) 555-0142", defaultCountry: "US" } },
  ImportCallContacts: { input: { csv: "name,phone\nGus Hale,+16465550145\n" } },
  CreateContactList: { input: { name: "Spring visits", contactIds: ["cct_demo_1", "cct_demo_2"] } },
  DeleteContactList: { input: { listId: "cls_demo_spare" } },
  AddToContactList: { input: { listId: "cls_demo_1", contactIds: ["cct_demo_1"] } },
  RemoveFromContactList: { input: { listId: "cls_demo_1", contactIds: ["cct_demo_3"] } },
  AddToDoNotCall: { input: { phone: "+16465550146", reason: "Asked not to be called", source: "E-mail" } },
  RemoveFromDoNotCall: { input: { phone: "+12125550199", proof: "Asked to be called again" } },
  CheckDoNotCall: { input: { phones: ["+12125550199", "+12125550142"] } },
  RecordConsent: { input: { phone: "+12125550142", kind: "written", source: "Contract" } },
  UpdateCallingRules: { input: { maxAttemptsPerDay: 3, keepRecordingsDays: 90, aiDisclosureOff: ["US-TX"] } },
  CheckCallingWindow: { input: { phone: "+12125550142", at: "2031-07-01T16:00:00.000Z" } },
  CreateScript: { input: { name: "Satisfaction", goal: "An answer is given", steps: dialogue } },
  UpdateScript: { input: { scriptId: "scr_demo_draft", name: "Customer survey" } },
  PublishScriptVersion: { input: { scriptId: "scr_demo_draft", version: 1 } },
  ArchiveScript: { input: { scriptId: "scr_demo_draft" } },
  ValidateScript: { input: { scriptId: "scr_demo_1" } },
  SimulateScript: {
    input: { scriptId: "scr_demo_1", utterances: ["yes"], variables: { contactName: "Dana" } },
  },
  CreateVoiceAgent: {
    input: {
      name: "Matthew",
      voiceId: "Polly.Matthew",
      language: "en-US",
      scriptId: "scr_demo_1",
      firstMessage: "This is Pia's Workshop.",
    },
  },
  UpdateVoiceAgent: { input: { voiceAgentId, firstMessage: "Good day, this is Pia's Workshop." } },
  ArchiveVoiceAgent: { input: { voiceAgentId } },
  SearchAvailableNumbers: { input: { country: "US", areaCode: "415" } },
  RegisterPhoneNumber: { input: { e164: "+16462000147", label: "Office" } },
  UpdatePhoneNumber: { input: { numberId: "pho_demo_1", label: "Front desk" } },
  ReleasePhoneNumber: { input: { numberId: "pho_demo_1" } },
  SetInboundRoute: {
    input: {
      numberId: "pho_demo_1",
      route: {
        voiceAgentId,
        hours: { timezone: "America/New_York", from: "09:00", to: "17:00", days: [1, 2, 3, 4, 5] },
        voicemail: "We are closed. Please say your message now.",
      },
    },
  },
  TransferCall: { input: { callId: "call_demo_live", to: "+12125550180", mode: "warm" } },
  InitiateCall: { input: { to: "+12125550142", voiceAgentId } },
  CancelCall: { input: { callId: "call_demo_planned" } },
  AddCallNote: { input: { callId: "call_demo_1", text: "Prefers mornings." } },
  SetCallDisposition: { input: { callId: "call_demo_1", disposition: "interested" } },
  RetryCall: { input: { callId: "call_demo_busy" } },
  EstimateCallCost: { input: { to: "+12125550142", expectedMinutes: 5 } },
  GetContactCallHistory: { input: { contactId: "cct_demo_1" } },
  GetCallAnalytics: {
    input: { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z", groupBy: "day" },
  },
  GetAgentPerformance: { input: { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" } },
  ExportTranscript: { input: { callId: "call_demo_1", format: "txt" } },
  RedactTranscript: { input: { callId: "call_demo_1", kinds: ["card", "ssn"] } },
  GetRecording: { input: { callId: "call_demo_1" } },
  DeleteRecording: { input: { callId: "call_demo_1" } },
  SummarizeCall: { input: { callId: "call_demo_1" } },
  ExtractCallData: {
    input: {
      callId: "call_demo_1",
      schema: {
        type: "object",
        properties: {
          day: { type: "string", enum: ["Friday", "Monday"], description: "Day that suits the person" },
          agreed: { type: "boolean", description: "Whether a visit is agreed" },
        },
        required: ["agreed"],
      },
    },
  },
  SearchTranscripts: { input: { query: "friday" } },
  ScheduleCallback: { input: { contactId: "cct_demo_2", at: "2035-05-04T11:30", voiceAgentId } },
  RescheduleCallback: { input: { callbackId: "cbk_demo_1", at: "2035-05-05T10:30" } },
  CreateCallCampaign: { input: { name: "Summer visits", listId: "cls_demo_1", voiceAgentId } },
  GetCallCampaign: { input: { campaignId: "cmp_demo_1" } },
  UpdateCallCampaign: { input: { campaignId: "cmp_demo_1", maxConcurrent: 10 } },
  StartCallCampaign: { input: { campaignId: "cmp_demo_1" } },
  PauseCallCampaign: { input: { campaignId: "cmp_demo_running" } },
  CancelCallCampaign: { input: { campaignId: "cmp_demo_running" } },
  GetCallCampaignResults: { input: { campaignId: "cmp_demo_1" } },
};
