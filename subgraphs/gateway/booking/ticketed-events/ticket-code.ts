import { derivedCode, type DerivedValue } from "../../../../src/crypto/sealed-column.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { hashToken } from "../../base/page-token.ts";
import type { TicketRow } from "./events.rows.ts";

/** 128 bits derived from a ticket's id and the index key: they can be shown again, and only their hash is stored. */
export const ticketCodes: DerivedValue = {
  hashColumn: "code_hash",
  hashOf: hashToken,
  valuesOf: (keyRing, id) => keyRing.blindIndexes("event.ticket", id).map((text) => text.slice(0, 32)),
};

/** Where a ticket's sealed code belongs. */
export function ticketCodePlace(ticketId: string): string {
  return `event_tickets.code_sealed.${ticketId}`;
}

/** The code of a new ticket. */
export function newTicketCode({ ports: { keyRing } }: Pick<GatewayContext, "ports">, id: string): string {
  return ticketCodes.valuesOf(keyRing, id)[0]!;
}

/** The code that a ticket was issued with. */
export function ticketCode(
  { ports: { keyRing } }: Pick<GatewayContext, "ports">,
  { id, codeHash, codeSealed }: Pick<TicketRow, "id" | "codeHash" | "codeSealed">,
): string {
  if (codeSealed !== null) return keyRing.open(codeSealed, ticketCodePlace(id));
  return derivedCode(ticketCodes, keyRing, { id, hash: codeHash });
}
