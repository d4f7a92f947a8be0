import type { AreaDefinition } from "../area.ts";
import type { VoiceGroup } from "./groups.ts";
import { callsArea } from "./calls.area.ts";

export const callbacksOperations: AreaDefinition<VoiceGroup> = {
  ...callsArea,
  group: "callbacks",
  operations: [
    {
      name: "ScheduleCallback",
      field: "mutation.scheduleCallback",
      rest: { method: "POST", path: "/callbacks", status: 201 },
      tool: {
        name: "schedule_callback",
        firstDay: true,
        example: { phone: "+12125550142", at: "2027-05-04T10:30", voiceAgentId: "vag_01" },
        keywords: ["call back later", "ring back", "tomorrow", "call back later at pm tomorrow"],
      },
    },
    {
      name: "ListCallbacks",
      field: "query.callbacks",
      rest: { method: "GET", path: "/callbacks" },
      tool: { name: "list_callbacks", firstDay: true, keywords: ["whom do we have to call back"] },
    },
    {
      name: "RescheduleCallback",
      field: "mutation.rescheduleCallback",
      rest: { method: "POST", path: "/callbacks/{callbackId}/reschedule" },
      tool: {
        name: "reschedule_callback",
        keywords: ["call back another time later"],
        idempotent: true,
        example: { callbackId: "cbk_01", at: "2026-12-01T17:00" },
      },
    },
    {
      name: "CancelCallback",
      field: "mutation.cancelCallback",
      rest: { method: "POST", path: "/callbacks/{callbackId}/cancel" },
      tool: {
        name: "cancel_callback",
        keywords: ["need not call back any more"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
