import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { hashToken } from "../../base/page-token.ts";
import { findRows, updateRow, type TicketRow } from "./events.rows.ts";
import type * as types from "./scans.types.ts";

/**
 * Checks in what was scanned while the network was away. Each scan has its result; sent again, it has the same one: a ticket that
 * was checked in at the very moment of a scan was checked in by it. Of several scans the first that arrives counts.
 */
export function checkInScans(
  ctx: GatewayContext,
  input: types.CheckInScansInput,
): Promise<types.ScanResults> {
  return exactlyOnce(ctx, { operation: "checkInScans", input }, async (em) => {
    const now = ctx.clock.now();
    const scans = input.scans.map(({ ticketCode: code, at }) => ({
      code,
      at,
      hash: hashToken(code.trim().toLowerCase()),
    }));
    const where = "owner_id = $1 AND code_hash = ANY ($2) ORDER BY id FOR UPDATE";
    const hashes = scans.map(({ hash }) => hash);
    const found = await findRows(em, "event_tickets", where, [ownerOf(ctx), hashes]);
    const tickets = new Map(found.map((ticket) => [ticket.codeHash, ticket]));
    const results: types.ScanResult[] = [];
    for (const { code: scanned, at, hash } of scans) {
      const ticket = tickets.get(hash);
      const checkedInAt = (at > now ? now : at).toISOString();
      if (ticket?.status === "valid") {
        const changes = { status: "checked_in", checkedInAt } as const;
        await updateRow(em, "event_tickets", ticket.id, changes);
        tickets.set(hash, { ...ticket, ...changes });
      }
      results.push(scanResult(scanned, tickets.get(hash), checkedInAt));
    }
    return { results };
  });
}

function scanResult(ticketCode: string, ticket: TicketRow | undefined, at: string): types.ScanResult {
  if (!ticket)
    return { ticketCode, outcome: "unknown", ticketId: null, attendeeName: null, checkedInAt: null };
  const { id: ticketId, attendeeName, checkedInAt } = ticket;
  const isOwn = checkedInAt !== null && Date.parse(checkedInAt) === Date.parse(at);
  const outcome = ticket.status === "void" ? "void" : isOwn ? "checked_in" : "already_checked_in";
  return {
    ticketCode,
    outcome,
    ticketId,
    attendeeName,
    checkedInAt: checkedInAt === null ? null : new Date(checkedInAt),
  };
}
