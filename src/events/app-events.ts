import { graphObject, nullable, ownObject, text, type EventFamily } from "./event-family.ts";

const line = { description: "Consulting", quantity: 2, unitPrice: 60, total: 120 };

export const invoiceEvents: EventFamily = {
  name: "invoice",
  object: graphObject("ExternalInvoice"),
  example: {
    invoiceId: "inv_01m853j85mqsazhj33f9m7ax3a",
    invoiceNumber: "INV-000042",
    customerName: "Corner Bakery",
    customerEmail: "accounts@corner-bakery.example",
    customerAddress: "12 Mill Lane, Springfield",
    items: [line],
    subtotal: 120,
    tax: 10.8,
    taxRate: 9,
    total: 130.8,
    currency: "USD",
    status: "draft",
    dueDate: "2026-12-23",
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    created: { description: "An invoice was created." },
    sent: { description: "An invoice was sent to the customer.", example: { status: "sent" } },
    paid: { description: "An invoice was paid in full.", example: { status: "paid" } },
    overdue: {
      description: "An invoice passed its due date without being paid in full.",
      example: { status: "overdue", dueDate: "2026-11-22" },
    },
    cancelled: { description: "An invoice was voided.", example: { status: "cancelled" } },
    updated: { description: "An invoice changed in another way." },
    deleted: { description: "A draft was deleted. The object is the draft as it was." },
  },
};

export const invoiceDeliveryEvents: EventFamily = {
  name: "invoice",
  object: ownObject("InvoiceDelivery", "Invoice whose e-mail was not delivered.", {
    invoiceId: text("ID of the invoice."),
    number: text("Number of the invoice."),
  }),
  example: { invoiceId: "inv_01m853j85mqsazhj33f9m7ax3a", number: "INV-000042" },
  events: { delivery_failed: { description: "The e-mail with an invoice could not be delivered." } },
};

export const quotationEvents: EventFamily = {
  name: "quotation",
  object: graphObject("ExternalQuotation"),
  example: {
    quotationId: "quo_01m853hgqazpj9qanvx0wzp26c",
    quotationNumber: "QUO-2026-000007",
    customerName: "Corner Bakery",
    customerEmail: "accounts@corner-bakery.example",
    items: [line],
    total: 120,
    currency: "USD",
    status: "draft",
    validUntil: "2026-12-23",
    createdAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    created: { description: "A quotation was created." },
    sent: { description: "A quotation was sent to the customer.", example: { status: "sent" } },
    accepted: { description: "The customer accepted a quotation.", example: { status: "accepted" } },
    declined: { description: "The customer declined a quotation.", example: { status: "declined" } },
    expired: {
      description: "A quotation passed its last day without an answer.",
      example: { status: "expired", validUntil: "2026-11-22" },
    },
  },
};

const answered = {
  status: "in-progress",
  ringingAt: "2026-11-23T09:30:01.000Z",
  answeredAt: "2026-11-23T09:30:04.000Z",
};
const unanswered = { durationSec: 0, endedAt: "2026-11-23T09:30:30.000Z" };

export const callEvents: EventFamily = {
  name: "call",
  object: graphObject("Call"),
  example: {
    callId: "call_01m853a2e7n17vewzm2j1m0njw",
    direction: "outbound",
    to: "+12125550177",
    from: null,
    status: "queued",
    contactId: "cct_01m853a2cfsd9mgn2pwa0ct0qc",
    campaignId: null,
    callbackId: null,
    voiceAgentId: "vag_01m853a2a2nfhhfqy72nx7yk2f",
    scriptId: "scr_01m853a26zfawbhwjex2rs108p",
    scriptVersion: 1,
    dueAt: "2026-11-23T09:30:00.000Z",
    queuedAt: "2026-11-23T09:30:00.000Z",
    ringingAt: null,
    answeredAt: null,
    endedAt: null,
    durationSec: null,
    endedReason: null,
    outcome: null,
    goalReached: false,
    answeredBy: null,
    attempt: 1,
    maxDurationSec: 120,
    costCredits: 0,
    disposition: null,
    dispositionNote: null,
    notes: [],
    retryOf: null,
    ledBy: null,
    fallbackReason: null,
    model: null,
    modelReplies: 0,
    modelCredits: 0,
    toolCredits: 0,
    responseMs: null,
    summary: null,
    version: 1,
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    queued: { description: "A call was queued." },
    ringing: {
      description: "The phone rings.",
      example: { status: "ringing", ringingAt: "2026-11-23T09:30:01.000Z" },
    },
    in_progress: { description: "The call was answered.", example: answered },
    forwarding: {
      description: "The call is being transferred to another number.",
      example: { ...answered, status: "forwarding" },
    },
    completed: {
      description: "An answered call ended.",
      example: {
        ...answered,
        status: "completed",
        endedAt: "2026-11-23T09:31:14.000Z",
        durationSec: 70,
        endedReason: "script_finished",
        outcome: "goal_reached",
        goalReached: true,
        answeredBy: "human",
        costCredits: 4,
      },
    },
    busy: {
      description: "The line was busy.",
      example: { ...unanswered, status: "busy", outcome: "busy" },
    },
    no_answer: {
      description: "Nobody answered.",
      example: { ...unanswered, status: "no-answer", outcome: "no_answer" },
    },
    failed: {
      description: "The carrier could not place or continue the call.",
      example: { ...unanswered, status: "failed", endedReason: "carrier_error", outcome: "failed" },
    },
    recording_ready: {
      description: "The recording of a call can be listened to with `callRecording`.",
      example: { ...answered, status: "completed", endedAt: "2026-11-23T09:31:14.000Z", durationSec: 70 },
    },
    canceled: {
      description: "The call was canceled before it was answered.",
      example: { ...unanswered, status: "canceled", endedReason: "canceled_by_user", outcome: "canceled" },
    },
  },
};

export const taxFormEvents: EventFamily = {
  name: "tax.form",
  object: ownObject("TaxFormNews", "State of a tax form, without tax numbers.", {
    formId: text("ID of the form."),
    formType: text("Type of the form, such as `1099-NEC`."),
    taxYear: { type: "integer", description: "Year that the form reports." },
    businessId: text("ID of the business that files the form."),
    recipientName: nullable(text("Name of the recipient; null for forms without one.")),
    tinLast4: nullable(text("Last four digits of the recipient's tax number; null without one.")),
    status: text("Status of the form after the change."),
    errors: {
      type: "array",
      items: { type: "object" },
      description: "Errors that the agency or the filing service reported; empty without errors.",
    },
  }),
  example: {
    formId: "f1099_01m853f991qzcjvy1sh6ewr3yt",
    formType: "1099-NEC",
    taxYear: 2025,
    businessId: "biz_01m853f920rd9w33phqkddn1ms",
    recipientName: "Ray Recipient",
    tinLast4: "6789",
    status: "submitted",
    errors: [],
  },
  events: {
    submitted: { description: "A form was handed over for filing." },
    accepted: { description: "The agency accepted a form.", example: { status: "accepted" } },
    rejected: {
      description: "The agency rejected a form. Correct the errors and submit it again.",
      example: {
        status: "rejected",
        errors: [{ code: "TIN_MISMATCH", message: "Name and TIN do not match." }],
      },
    },
    corrected: {
      description: "A corrected form replaced an accepted one.",
      example: { status: "corrected" },
    },
    voided: { description: "An accepted form was voided.", example: { status: "voided" } },
  },
};

export const messageEvents: EventFamily = {
  name: "crm.message",
  object: ownObject("MessageNews", "Message to a contact, without the address.", {
    messageId: text("ID of the message."),
    campaignId: nullable(text("ID of the campaign; null for single messages.")),
    contactId: nullable(text("ID of the contact; null when the address belongs to none.")),
    channel: text("Channel of the message: `email`, `sms` or `call`."),
    reason: nullable(text("Reason for the event, such as `hard_bounce`; null when there is none.")),
  }),
  example: {
    messageId: "msg_01m8538dhbydw3v0pz6zm9r14z",
    campaignId: "cmp_01m8538dhp9w1gzb2b56ke62gv",
    contactId: "con_01m8538dh2p4m0kq1yd0v1c5xn",
    channel: "email",
    reason: null,
  },
  events: {
    delivered: { description: "A message reached the recipient's provider." },
    bounced: { description: "A message was returned as undeliverable.", example: { reason: "hard_bounce" } },
    complained: { description: "The recipient marked a message as spam.", example: { reason: "complaint" } },
    unsubscribed: {
      description: "The recipient unsubscribed through a message.",
      example: { reason: "unsubscribe_link" },
    },
    failed: { description: "A message could not be sent.", example: { reason: "suppressed" } },
  },
};
