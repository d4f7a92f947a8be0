import type { AreaDefinition } from "../area.ts";
import type { JobDoor } from "../operation.ts";
import type { VoiceGroup } from "./groups.ts";
import { callsArea } from "./calls.area.ts";

/** The call continues after the response; agents poll it with `get_call`. */
const called: JobDoor = {
  id: "callId",
  readWith: "get_call",
  argument: "callId",
  state: "status",
  done: ["completed"],
  failed: ["busy", "no-answer", "failed", "canceled"],
};

export const callsOperations: AreaDefinition<VoiceGroup> = {
  ...callsArea,
  group: "calls",
  operations: [
    {
      name: "SearchAvailableNumbers",
      field: "query.availableNumbers",
      rest: { method: "GET", path: "/available-numbers" },
      tool: {
        name: "search_available_numbers",
        group: "numbers",
        keywords: ["which phone numbers can i get area code"],
        example: { country: "US", areaCode: "212" },
      },
    },
    {
      name: "RegisterPhoneNumber",
      field: "mutation.registerPhoneNumber",
      rest: { method: "POST", path: "/caller-numbers", status: 201 },
      tool: {
        name: "register_phone_number",
        group: "numbers",
        firstDay: true,
        openWorld: true,
        example: { e164: "+12125550199", label: "Office" },
        keywords: ["buy a number", "caller id", "buy get new number area code boston rent"],
      },
    },
    {
      name: "ListPhoneNumbers",
      field: "query.callerNumbers",
      rest: { method: "GET", path: "/caller-numbers" },
      tool: {
        name: "list_phone_numbers",
        group: "numbers",
        firstDay: true,
        keywords: ["our phone numbers lines"],
      },
    },
    {
      name: "UpdatePhoneNumber",
      field: "mutation.updatePhoneNumber",
      rest: { method: "PATCH", path: "/caller-numbers/{numberId}" },
      tool: {
        name: "update_phone_number",
        group: "numbers",
        idempotent: true,
        keywords: ["label line which bot speaks from it"],
      },
    },
    {
      name: "ReleasePhoneNumber",
      field: "mutation.releasePhoneNumber",
      rest: { method: "POST", path: "/caller-numbers/{numberId}/release" },
      tool: {
        name: "release_phone_number",
        group: "numbers",
        destructive: true,
        idempotent: true,
        openWorld: true,
        keywords: ["give number back cancel line"],
      },
    },
    {
      name: "SetInboundRoute",
      field: "mutation.setInboundRoute",
      rest: { method: "PUT", path: "/caller-numbers/{numberId}/inbound-route" },
      tool: {
        name: "set_inbound_route",
        group: "numbers",
        idempotent: true,
        example: { numberId: "pho_01", route: { voiceAgentId: "vag_01", voicemail: "Leave a message." } },
        keywords: ["who answers incoming calls receive business hours voicemail forward line"],
      },
    },
    {
      name: "InitiateCall",
      field: "mutation.initiateCall",
      rest: { method: "POST", path: "/calls", status: 202 },
      tool: {
        name: "initiate_call",
        firstDay: true,
        openWorld: true,
        job: called,
        example: { to: "+12125550142", voiceAgentId: "vag_01" },
        keywords: [
          "ring",
          "dial",
          "phone somebody",
          "call somebody",
          "phone ring dial plumber customer call somebody make",
        ],
      },
    },
    {
      name: "GetCall",
      field: "query.call",
      rest: { method: "GET", path: "/calls/{callId}" },
      tool: {
        name: "get_call",
        firstDay: true,
        keywords: ["how did the call go", "how did the phone call go status"],
      },
    },
    {
      name: "ListCalls",
      field: "query.calls",
      rest: { method: "GET", path: "/calls" },
      tool: { name: "list_calls", firstDay: true, keywords: ["phone calls made yesterday today"] },
    },
    {
      name: "ListActiveCalls",
      field: "query.activeCalls",
      rest: { method: "GET", path: "/active-calls" },
      tool: { name: "list_active_calls", keywords: ["going on right now live on the phone"] },
    },
    {
      name: "EndCall",
      field: "mutation.endCall",
      rest: { method: "POST", path: "/calls/{callId}/end" },
      tool: {
        name: "end_call",
        firstDay: true,
        openWorld: true,
        idempotent: true,
        keywords: ["hang up", "stop the call", "hang up stop drop"],
      },
    },
    {
      name: "TransferCall",
      field: "mutation.transferCall",
      rest: { method: "POST", path: "/calls/{callId}/transfer" },
      tool: {
        name: "transfer_call",
        openWorld: true,
        example: { callId: "call_01", to: "+12125550180", mode: "warm" },
        keywords: ["put through connect live caller to colleague hand over"],
      },
    },
    {
      name: "CancelCall",
      field: "mutation.cancelCall",
      rest: { method: "POST", path: "/calls/{callId}/cancel" },
      tool: {
        name: "cancel_call",
        firstDay: true,
        idempotent: true,
        keywords: ["do not make the call", "do not make queued call off"],
      },
    },
    {
      name: "GetCallEvents",
      field: "query.callEvents",
      rest: { method: "GET", path: "/calls/{callId}/events" },
      tool: {
        name: "get_call_events",
        firstDay: true,
        keywords: ["timeline", "what happened", "what happened step timeline"],
      },
    },
    {
      name: "RetryCall",
      field: "mutation.retryCall",
      rest: { method: "POST", path: "/calls/{callId}/retry", status: 202 },
      tool: {
        name: "retry_call",
        group: "call-records",
        openWorld: true,
        job: called,
        keywords: ["ring dial again nobody picked up busy redial"],
      },
    },
    {
      name: "EstimateCallCost",
      field: "query.callCostEstimate",
      rest: { method: "GET", path: "/call-cost" },
      tool: {
        name: "estimate_call_cost",
        group: "call-records",
        example: { to: "+12125550142", expectedMinutes: 5 },
        keywords: ["how much is a phone call price before dialing"],
      },
    },
    {
      name: "SetCallDisposition",
      field: "mutation.setCallDisposition",
      rest: { method: "PUT", path: "/calls/{callId}/disposition" },
      tool: {
        name: "set_call_disposition",
        group: "call-records",
        idempotent: true,
        example: { callId: "call_01", disposition: "wrong_number" },
        keywords: ["mark result wrong number interested code"],
      },
    },
    {
      name: "AddCallNote",
      field: "mutation.addCallNote",
      rest: { method: "POST", path: "/calls/{callId}/notes", status: 201 },
      tool: {
        name: "add_call_note",
        group: "call-records",
        keywords: ["write down remark about phone conversation"],
      },
    },
  ],
};
