import { graphObject, type EventFamily } from "./event-family.ts";

export const financeAlertEvents: EventFamily = {
  name: "finance.alert",
  object: graphObject("FinanceAlertEvent"),
  example: {
    id: "ale_01m853a43ngprk8bex8c3hyvvc",
    alertId: "alr_01m853a96pw0fpw3sfdjfh09za",
    kind: "low_balance",
    channel: "webhook",
    subjectId: "acc_01m853hgqazpj9qanvx0wzp26c",
    message: "Everyday checking has $40.00, less than $100.00.",
    amount: 40,
    currency: "USD",
    date: "2026-11-23",
    createdAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    fired: { description: "A finance alert fired whose channel is the webhook. Sent once per crossing." },
  },
};
