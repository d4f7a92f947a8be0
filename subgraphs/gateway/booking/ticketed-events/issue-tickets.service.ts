import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { hashToken } from "../../base/page-token.ts";
import { insertAll, type RegistrationRow, type TicketRow } from "./events.rows.ts";
import { sendTicketMailJob } from "./send-ticket-mail.job.ts";
import { newTicketCode } from "./ticket-code.ts";

/** Creates the tickets of a confirmed registration, and mails them. */
export async function issueTickets(
  em: EntityManager,
  ctx: GatewayContext,
  registration: RegistrationRow,
  mail: { kind: "tickets" | "transferred"; version?: number } = { kind: "tickets" },
): Promise<TicketRow[]> {
  const { id: registrationId, ownerId, quantity, attendeeNames } = registration;
  const tickets = Array.from({ length: quantity }, (_, at) =>
    newTicket(ctx, registration, attendeeNames?.[at] ?? null),
  );
  await insertAll(em, "event_tickets", tickets);
  await enqueue(em, sendTicketMailJob, { registrationId, ownerId, ...mail });
  return tickets;
}

function newTicket(
  ctx: GatewayContext,
  registration: RegistrationRow,
  attendeeName: string | null,
): TicketRow {
  const { ownerId, eventId, id: registrationId } = registration;
  const id = newId("etk");
  const code = { codeHash: hashToken(newTicketCode(ctx, id)), codeSealed: null };
  const createdAt = ctx.clock.now().toISOString();
  return {
    id,
    ownerId,
    eventId,
    registrationId,
    attendeeName,
    ...code,
    status: "valid",
    checkedInAt: null,
    createdAt,
  };
}
