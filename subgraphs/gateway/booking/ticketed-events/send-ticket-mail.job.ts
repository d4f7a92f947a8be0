import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import { toMajor } from "../../../../src/money.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { findRows, type EventRow, type RegistrationRow, type TicketRow } from "./events.rows.ts";
import { createRegistrationLink } from "./registration-links.service.ts";
import { ticketCode } from "./ticket-code.ts";

const payload = z.object({
  registrationId: z.string(),
  ownerId: z.string(),
  kind: z.enum(["tickets", "cancelled", "changed", "registration_cancelled", "offer", "transferred"]),
  /** Of the event that changed: each version is mailed once. */
  version: z.number().int().optional(),
});

/** Mails a guest the tickets, a change of the event or a cancellation. Retries use the same message ID. */
export const sendTicketMailJob = defineJob<typeof payload, JobContext>({
  name: "send-ticket-mail",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: async ({ registrationId, ownerId, kind, version }, { context }) => {
    const ctx = context.contextIn("gateway", ownerId) as GatewayContext;
    const found = await inTransaction(ctx, async (em): Promise<Mailed | null> => {
      const [registration] = await findRows(em, "event_registrations", "id = $1", [registrationId]);
      if (!registration) return null;
      const [event] = await findRows(em, "ticketed_events", "id = $1", [registration.eventId]);
      const tickets = await findRows(em, "event_tickets", "registration_id = $1 ORDER BY id", [
        registrationId,
      ]);
      const hasLink = kind === "tickets" || kind === "offer" || kind === "transferred";
      const link = hasLink ? await createRegistrationLink(em, ctx, registration) : null;
      return { registration, event: event!, place: await placeOf(em, event!), tickets, link };
    });
    // Tickets of an event that was cancelled in between are void.
    if (found === null || (kind === "offer" && found.registration.status !== "reserved")) return;
    const isForGuest = kind === "tickets" || kind === "transferred" || kind === "changed";
    if (isForGuest && found.registration.status !== "confirmed") return;
    const about = version === undefined ? kind : `${kind}.${version}`;
    const messageId = `<${registrationId}.${about}@hub-platform>`;
    await ctx.ports.mail.send({ messageId, to: found.registration.email, ...textOf(ctx, kind, found) });
  },
});

/** The organizer's refund promise; the platform does not know which tickets were paid. */
function promiseOf(dueCents: number | null, { priceCents }: RegistrationRow): string[] {
  if (dueCents === null || priceCents === 0) return [];
  const price = toMajor(priceCents, 2).toLocaleString("en-US", { style: "currency", currency: "USD" });
  return [`If you have paid, the organizer will refund ${price}. You do not need to do anything.`];
}

async function placeOf(em: EntityManager, { locationId }: EventRow): Promise<string[]> {
  const [place] = await executeSql<{ name: string; address: string | null }>(
    em,
    "SELECT name, address FROM booking_locations WHERE id = $1",
    [locationId],
  );
  return place ? [`Place: ${[place.name, place.address ?? []].flat().join(", ")}`] : [];
}

interface Mailed {
  registration: RegistrationRow;
  event: EventRow;
  /** Name and address of the location. */
  place: string[];
  tickets: readonly TicketRow[];
  /** URL of the guest's own page; null where the account has none. */
  link: string | null;
}

function textOf(
  ctx: GatewayContext,
  kind: z.infer<typeof payload>["kind"],
  { registration, event, place, tickets, link }: Mailed,
) {
  const when = new Date(event.startsAt).toLocaleString("en-US", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: event.timezone,
  });
  const head = [`Hello ${registration.name},`, ""];
  if (kind === "cancelled") {
    const lines = [
      ...head,
      `${event.title} on ${when} is cancelled.`,
      ...(event.cancelReason === null ? [] : [`Reason: ${event.cancelReason}`]),
      "",
      "Your tickets are no longer valid.",
      ...promiseOf(event.refundsDueCents, registration),
      "If you have questions, contact the organizer.",
    ];
    return { subject: `Event cancelled: ${event.title}`, text: lines.join("\n") };
  }
  if (kind === "registration_cancelled") return cancelledText(registration, event.title, when);
  if (kind === "changed") {
    const lines = [
      ...head,
      "The organizer changed this event. It now takes place:",
      `${event.title}, ${when} (${event.timezone})`,
      ...place,
      "",
      "Your tickets stay valid. If you have questions, contact the organizer.",
    ];
    return { subject: `Event changed: ${event.title}`, text: lines.join("\n") };
  }
  if (kind === "offer") return offerText(registration, { event, when, link });
  const valid = tickets.filter(({ status }) => status !== "void");
  const codes = valid.map(
    (ticket, at) =>
      `Ticket ${at + 1}${ticket.attendeeName ? ` (${ticket.attendeeName})` : ""}: ${ticketCode(ctx, ticket)}`,
  );
  return {
    subject: `Your tickets for ${event.title}`,
    text: [
      ...head,
      `${event.title}, ${when} (${event.timezone})`,
      ...place,
      "",
      ...codes,
      "",
      "Show the code of each ticket at the entrance.",
      ...(link === null ? [] : ["", `See, pass on or cancel your tickets: ${link}`]),
    ].join("\n"),
  };
}

/** Seats that are kept for a guest who waited for them. */
function offerText(
  { name, quantity, reservedUntil }: RegistrationRow,
  { event: { title, timezone }, when, link }: { event: EventRow; when: string; link: string | null },
) {
  const until = new Date(reservedUntil!).toLocaleString("en-US", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: timezone,
  });
  const lines = [
    `Hello ${name},`,
    "",
    `Seats have become free: ${title}, ${when} (${timezone}).`,
    `${quantity} of them are kept for you until ${until}. Open this page to take them:`,
    link ?? "Contact the organizer.",
  ];
  return { subject: `Seats for ${title}`, text: lines.join("\n") };
}

function cancelledText(registration: RegistrationRow, title: string, when: string) {
  const lines = [
    `Hello ${registration.name},`,
    "",
    `Your registration for ${title} on ${when} is cancelled.`,
    "Your tickets are no longer valid.",
    ...promiseOf(registration.refundDueCents, registration),
    "If you have questions, contact the organizer.",
  ];
  return { subject: `Registration cancelled: ${title}`, text: lines.join("\n") };
}
