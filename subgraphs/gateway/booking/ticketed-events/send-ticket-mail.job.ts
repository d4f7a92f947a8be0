import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { defineJob } from "../../../../src/jobs/define-job.ts";
import type { JobContext } from "../../../../src/jobs/job-context.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { letterSenderOf } from "../../base/letter-sender.rows.ts";
import { mailLocaleOf } from "../mail-words/mail-locale.rows.ts";
import { findRows, type EventRow } from "./events.rows.ts";
import { createRegistrationLink } from "./registration-links.service.ts";
import { ticketCode } from "./ticket-code.ts";
import { ticketMail, type TicketMail } from "./ticket-mail.ts";

const payload = z.object({
  registrationId: z.string(),
  ownerId: z.string(),
  kind: z.enum(["tickets", "cancelled", "changed", "registration_cancelled", "offer", "transferred"]),
  /** Of the event that changed: each version is mailed once. */
  version: z.number().int().optional(),
});

/** Mails a guest, in the guest's language, the tickets, a change of the event or a cancellation. Retries use the same message ID. */
export const sendTicketMailJob = defineJob<typeof payload, JobContext>({
  name: "send-ticket-mail",
  schema: payload,
  retry: { limit: 8, delaySeconds: 5, maxDelaySeconds: 3_600 },
  concurrency: 2,
  handler: async ({ registrationId, ownerId, kind, version }, { context }) => {
    const ctx = context.contextIn("gateway", ownerId) as GatewayContext;
    const found = await inTransaction(ctx, async (em): Promise<TicketMail | null> => {
      const [registration] = await findRows(em, "event_registrations", "id = $1", [registrationId]);
      if (!registration) return null;
      const [event] = await findRows(em, "ticketed_events", "id = $1", [registration.eventId]);
      const tickets = await findRows(em, "event_tickets", "registration_id = $1 ORDER BY id", [
        registrationId,
      ]);
      const hasLink = kind === "tickets" || kind === "offer" || kind === "transferred";
      const link = hasLink ? await createRegistrationLink(em, ctx, registration) : null;
      return {
        registration,
        event: event!,
        place: await placeOf(em, event!),
        tickets: tickets
          .filter(({ status }) => status !== "void")
          .map((ticket) => ({ code: ticketCode(ctx, ticket), attendee: ticket.attendeeName })),
        link,
        locale: await mailLocaleOf(em, { ownerId, email: registration.email }),
        seller: await letterSenderOf(em, ownerId),
      };
    });
    // Tickets of an event that was cancelled in between are void.
    if (found === null || (kind === "offer" && found.registration.status !== "reserved")) return;
    const isForGuest = kind === "tickets" || kind === "transferred" || kind === "changed";
    if (isForGuest && found.registration.status !== "confirmed") return;
    const about = version === undefined ? kind : `${kind}.${version}`;
    const messageId = `<${registrationId}.${about}@hub-platform>`;
    await ctx.ports.mail.send({ messageId, to: found.registration.email, ...ticketMail(kind, found) });
  },
});

async function placeOf(em: EntityManager, { locationId }: EventRow): Promise<string | null> {
  const [place] = await executeSql<{ name: string; address: string | null }>(
    em,
    "SELECT name, address FROM booking_locations WHERE id = $1",
    [locationId],
  );
  return place ? [place.name, place.address ?? []].flat().join(", ") : null;
}
