import type { OperationArea } from "./operation.ts";

export const processorEventsOperations: OperationArea = {
  area: "processor-events",
  title: "Events of the payment processor",
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
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/admin/processor-events" },
      tool: { name: "list_processor_events" },
    },
    {
      name: "ReplayProcessorEvent",
      field: "mutation.replayProcessorEvent",
      documented: false,
      family: "success",
      bodyKey: "event",
      rest: { method: "POST", path: "/admin/processor-events/{eventId}/replay" },
      tool: { name: "replay_processor_event", idempotent: true, openWorld: true },
    },
  ],
};
