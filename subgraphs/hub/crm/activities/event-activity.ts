import { z } from "zod";
import type { CrmActivityKind } from "./activity.types.ts";

/** An event as it becomes an activity, with what its contact is found by. */
export interface EventActivity {
  kind: CrmActivityKind;
  text: string;
  contactId: string | null;
  email: string | null;
  phone: string | null;
  dealId: string | null;
}

/** Fields that activities need of any object; an event with others is read all the same. */
const fields = z.object({
  contactId: z.string().nullish().catch(null),
  dealId: z.string().nullish().catch(null),
  customerEmail: z.string().nullish().catch(null),
  clientEmail: z.string().nullish().catch(null),
  to: z.string().nullish().catch(null),
  channel: z.string().nullish().catch(null),
  subject: z.string().nullish().catch(null),
  title: z.string().nullish().catch(null),
  invoiceNumber: z.string().nullish().catch(null),
  quotationNumber: z.string().nullish().catch(null),
  serviceName: z.string().nullish().catch(null),
  localStart: z.string().nullish().catch(null),
  total: z.number().nullish().catch(null),
  currency: z.string().nullish().catch(null),
  stage: z.string().nullish().catch(null),
  durationSec: z.number().nullish().catch(null),
});
type Fields = z.output<typeof fields>;

const withObject = z.object({ object: z.record(z.string(), z.unknown()) });

type Words = (of: Fields) => string;
const said =
  (verb: string, subject: (of: Fields) => string): Words =>
  (of) =>
    `${subject(of)} ${verb}.`;

const sum = ({ total, currency }: Fields) =>
  typeof total === "number" && currency ? ` of ${total} ${currency}` : "";
const invoice = (of: Fields) => `Invoice ${of.invoiceNumber ?? "without a number"}${sum(of)}`;
const quotation = (of: Fields) => `Quotation ${of.quotationNumber ?? "without a number"}${sum(of)}`;
const booking = ({ serviceName, localStart }: Fields) =>
  `Booking${serviceName ? ` of ${serviceName}` : ""}${localStart ? ` on ${localStart.replace("T", " at ")}` : ""}`;
const call = ({ durationSec }: Fields) => (durationSec ? `Call of ${durationSec} seconds` : "Call");
const message = ({ subject, channel }: Fields) => {
  if (channel === "sms") return "Text message";
  if (channel === "call") return "Call";
  return subject ? `E-mail "${subject}"` : "E-mail";
};
const deal = ({ title }: Fields) => `Deal "${title ?? ""}"`;
const task = ({ title }: Fields) => `Task "${title ?? ""}"`;

/** Events of the platform that are part of a contact's timeline. */
const known: ReadonlyMap<string, { kind: CrmActivityKind; words: Words }> = new Map([
  ...entries("invoice", "invoice", invoice, {
    sent: "was sent",
    paid: "was paid in full",
    overdue: "is overdue",
    cancelled: "was voided",
  }),
  ...entries("quotation", "quotation", quotation, {
    sent: "was sent",
    accepted: "was accepted",
    declined: "was declined",
    expired: "expired",
  }),
  ...entries("booking", "booking", booking, {
    created: "was made",
    confirmed: "was confirmed",
    declined: "was declined",
    rescheduled: "was moved to this time",
    cancelled: "was cancelled",
    completed: "took place",
    no_show: "was missed by the customer",
  }),
  ...entries("call", "call", call, {
    completed: "was completed",
    busy: "found the line busy",
    no_answer: "was not answered",
    failed: "failed",
  }),
  ...entries("crm.message", "email", message, {
    delivered: "was delivered",
    bounced: "was returned as undeliverable",
    complained: "was marked as spam",
    unsubscribed: "led to an opt-out",
    failed: "could not be sent",
  }),
  ["crm.mail_sent", { kind: "email", words: said("was sent", message) }],
  ...entries("crm.deal", "deal", deal, {
    created: "was created",
    won: "was won",
    lost: "was lost",
    reopened: "was opened again",
  }),
  [
    "crm.deal.stage_changed",
    { kind: "deal", words: (of) => `${deal(of)} moved to the stage ${of.stage ?? ""}.` },
  ],
  ["crm.task.completed", { kind: "task", words: said("was completed", task) }],
]);

function entries(
  family: string,
  kind: CrmActivityKind,
  subject: (of: Fields) => string,
  verbs: Readonly<Record<string, string>>,
): [string, { kind: CrmActivityKind; words: Words }][] {
  return Object.entries(verbs).map(([event, verb]) => [
    `${family}.${event}`,
    { kind, words: said(verb, subject) },
  ]);
}

/** Whether an event can be an activity. */
export function isActivityEvent(type: string): boolean {
  return known.has(type);
}

/** The activity that an event is; null for other events. Pure. */
export function activityOf(type: string, payload: unknown): EventActivity | null {
  const entry = known.get(type);
  if (!entry) return null;
  const wrapped = withObject.safeParse(payload).data;
  const of = fields.safeParse(wrapped?.object ?? payload).data;
  if (!of) return null;
  const isCall = type.startsWith("call.");
  const isOfCrm = type.startsWith("crm.");
  return {
    kind: kindOf(type, entry.kind, of),
    text: entry.words(of),
    // Contacts of the phone app are others.
    contactId: isOfCrm ? (of.contactId ?? null) : null,
    email: (of.customerEmail ?? of.clientEmail)?.toLowerCase() ?? null,
    phone: isCall ? (of.to ?? null) : null,
    dealId: isOfCrm ? (of.dealId ?? null) : null,
  };
}

function kindOf(type: string, kind: CrmActivityKind, { channel }: Fields): CrmActivityKind {
  if (!type.startsWith("crm.message.")) return kind;
  return channel === "sms" || channel === "call" ? channel : "email";
}
