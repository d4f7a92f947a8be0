import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const paymentsOperations: AreaDefinition<CentralGroup> = {
  area: "payments",
  title: "One-time payments and plans",
  documented: true,
  group: "subscriptions-and-billing",
  operations: [
    {
      name: "CreatePaymentIntent",
      field: "mutation.createPaymentIntent",
      rest: { method: "POST", path: "/payments/processor/create-payment-intent" },
      tool: { name: "create_payment_intent", keywords: ["take one payment card"], openWorld: true },
    },
    {
      name: "CreateCheckoutSession",
      field: "mutation.createCheckoutSession",
      rest: { method: "POST", path: "/payments/processor/create-checkout-session" },
      tool: { name: "create_checkout_session", keywords: ["page for paying once"], openWorld: true },
    },
    {
      name: "PaymentTransactions",
      field: "query.paymentTransactions",
      family: "success",
      rest: { method: "GET", path: "/payments/transactions" },
      tool: { name: "list_payment_transactions", keywords: ["what i paid you charges"] },
    },
    {
      name: "Plans",
      field: "query.plans",
      family: "success",
      rest: { method: "GET", path: "/payments/plans" },
      tool: { name: "list_plans", firstDay: true, keywords: ["pricing tiers which plans offer"] },
      panel: { page: "/settings", title: "Available plans" },
    },
  ],
};
