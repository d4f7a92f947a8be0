import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const processorEventsOperations: AreaDefinition<CentralGroup> = {
  area: "processor-events",
  title: "Payment processor events",
  family: "success",
  group: "platform-operations",
  operations: [
    {
      name: "ReceiveProcessorEvent",
      field: "mutation.receiveProcessorEvent",
      documented: true,
      family: "bare",
      rest: {
        method: "POST",
        path: "/payments/processor/webhook",
        rawBody: { signatureHeader: "stripe-signature" },
      },
    },
    {
      name: "ListProcessorEvents",
      field: "query.processorEvents",
      rest: { method: "GET", path: "/admin/processor-events" },
      tool: { name: "list_processor_events", keywords: ["stripe events payment processor notifications"] },
      panel: { page: "/admin/processor-events", title: "Processor events" },
    },
    {
      name: "ReplayProcessorEvent",
      field: "mutation.replayProcessorEvent",
      bodyKey: "event",
      rest: { method: "POST", path: "/admin/processor-events/{eventId}/replay" },
      tool: {
        name: "replay_processor_event",
        keywords: ["stripe event again reprocess"],
        idempotent: true,
        openWorld: true,
      },
      panel: { page: "/admin/processor-events", title: "Run an event again" },
    },
  ],
};
