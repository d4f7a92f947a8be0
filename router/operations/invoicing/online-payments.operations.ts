import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const onlinePaymentsOperations: AreaDefinition<InvoicingGroup> = {
  area: "online-payments",
  title: "Online payments of the invoicing app",
  needsApp: true,
  group: "online-payments",
  operations: [
    {
      name: "GetPaymentAccount",
      field: "query.paymentAccount",
      rest: { method: "GET", path: "/payment-account" },
      tool: {
        name: "get_payment_account",
        keywords: ["pay by card stripe connected what is missing"],
      },
    },
    {
      name: "StartPaymentOnboarding",
      field: "mutation.startPaymentOnboarding",
      rest: { method: "POST", path: "/payment-account/onboarding" },
      tool: {
        name: "start_payment_onboarding",
        keywords: ["accept card payments connect stripe set up sign up"],
        openWorld: true,
      },
    },
    {
      name: "UpdatePaymentAccount",
      field: "mutation.updatePaymentAccount",
      rest: { method: "PATCH", path: "/payment-account" },
      tool: {
        name: "update_payment_account",
        keywords: ["allow partial instalments by card"],
        idempotent: true,
      },
    },
    {
      name: "ListOnlinePayments",
      field: "query.onlinePayments",
      rest: { method: "GET", path: "/online-payments" },
      tool: {
        name: "list_online_payments",
        keywords: ["card payments fees chargebacks disputes who paid online"],
      },
    },
    {
      name: "ListPaymentPayouts",
      field: "query.paymentPayouts",
      rest: { method: "GET", path: "/payment-payouts" },
      tool: { name: "list_payment_payouts", keywords: ["money sent to my bank settlements deposits"] },
    },
    {
      name: "GetPaymentPayout",
      field: "query.paymentPayout",
      rest: { method: "GET", path: "/payment-payouts/{payoutId}" },
      tool: { name: "get_payment_payout", keywords: ["which invoices are in this bank deposit settlement"] },
    },
    {
      name: "ListSavedPaymentMethods",
      field: "query.savedPaymentMethods",
      rest: { method: "GET", path: "/clients/{clientId}/payment-methods" },
      tool: {
        name: "list_saved_payment_methods",
        group: "saved-methods",
        keywords: ["card on file of a customer"],
      },
    },
    {
      name: "RemoveSavedPaymentMethod",
      field: "mutation.removeSavedPaymentMethod",
      rest: { method: "DELETE", path: "/saved-payment-methods/{methodId}" },
      tool: {
        name: "remove_saved_payment_method",
        group: "saved-methods",
        keywords: ["forget card on file stop charging"],
        destructive: true,
        openWorld: true,
      },
    },
    {
      name: "ListAutoCharges",
      field: "query.autoCharges",
      rest: { method: "GET", path: "/auto-charges" },
      tool: {
        name: "list_auto_charges",
        group: "saved-methods",
        keywords: ["dunning failed card retries subscription of a client declined"],
      },
    },
    {
      name: "PayInvoiceOnline",
      field: "mutation.payInvoiceOnline",
      rest: {
        method: "POST",
        path: "/pay/{token}",
        page: "invoice-payment",
        formBody: true,
        redirect: "url",
        needsApp: false,
      },
    },
    {
      name: "ReceiveConnectEvent",
      field: "mutation.receiveConnectEvent",
      rest: {
        method: "POST",
        path: "/invoicing/processor/webhook",
        rawBody: { signatureHeader: "stripe-signature" },
        needsApp: false,
      },
    },
    {
      name: "DisconnectPaymentAccount",
      field: "mutation.disconnectPaymentAccount",
      rest: { method: "POST", path: "/payment-account/disconnect" },
      tool: {
        name: "disconnect_payment_account",
        keywords: ["remove stripe card payments"],
        destructive: true,
        openWorld: true,
      },
    },
  ],
};
