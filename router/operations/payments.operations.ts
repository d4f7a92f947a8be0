import type { OperationArea } from "./operation.ts";

export const paymentsOperations: OperationArea = {
  area: "payments",
  title: "One-time payments and plans",
  operations: [
    {
      name: "CreatePaymentIntent",
      field: "mutation.createPaymentIntent",
      documented: true,
      family: "bare",
      rest: { method: "POST", path: "/payments/processor/create-payment-intent" },
      tool: { name: "create_payment_intent", openWorld: true },
    },
    {
      name: "CreateCheckoutSession",
      field: "mutation.createCheckoutSession",
      documented: true,
      family: "bare",
      rest: { method: "POST", path: "/payments/processor/create-checkout-session" },
      tool: { name: "create_checkout_session", openWorld: true },
    },
    {
      name: "PaymentTransactions",
      field: "query.paymentTransactions",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/payments/transactions" },
      tool: { name: "list_payment_transactions" },
    },
    {
      name: "Plans",
      field: "query.plans",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/payments/plans" },
      tool: { name: "list_plans" },
      panel: { page: "/settings", title: "Plans on sale" },
    },
  ],
};
