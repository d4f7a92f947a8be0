import { nullable, ownObject, text, type EventFamily } from "./event-family.ts";

export const onlinePaymentEvents: EventFamily = {
  name: "online_payment",
  object: ownObject("OnlinePaymentEvent", "Payment of an invoice at the payment processor.", {
    onlinePaymentId: text("ID of the online payment."),
    invoiceId: text("ID of the invoice that was paid."),
    paymentId: nullable(text("ID of the recorded payment.")),
    amount: { type: "number", description: "Amount of the payment." },
    currency: text("Currency of the payment."),
    disputeId: nullable(text("ID of the dispute.")),
    refundId: nullable(text("ID of the refund.")),
  }),
  example: {
    onlinePaymentId: "opy_01m853j85mqsazhj33f9m7ax3a",
    invoiceId: "inv_01m853j85mqsazhj33f9m7ax3a",
    paymentId: "pay_01m853j85mqsazhj33f9m7ax3a",
    amount: 130.8,
    currency: "USD",
    disputeId: null,
    refundId: null,
  },
  events: {
    disputed: {
      description: "A client's bank disputes an online payment.",
      example: { disputeId: "dsp_01m853j85mqsazhj33f9m7ax3a" },
    },
    dispute_closed: {
      description: "A dispute of an online payment was decided.",
      example: { disputeId: "dsp_01m853j85mqsazhj33f9m7ax3a" },
    },
    charge_failed: {
      description: "A client's saved payment method could not be charged.",
      example: { paymentId: null },
    },
    refund_failed: {
      description: "A client's bank did not accept the refund of an online payment.",
      example: { refundId: "ref_01m853j85mqsazhj33f9m7ax3a" },
    },
  },
};
