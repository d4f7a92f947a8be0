import type { GatewayContext } from "../gateway.context.ts";

/** 128 bits that follow from a ticket's id by a key: they can be told again, and only their hash is stored. */
export function ticketCode({ ports: { keyRing } }: Pick<GatewayContext, "ports">, ticketId: string): string {
  return keyRing.blindIndex("event.ticket", ticketId).slice(0, 32);
}
