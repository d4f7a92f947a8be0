import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import type { ConnectionRow } from "./connection.rows.ts";

export type BankEvent =
  | "bank.connected"
  | "bank.needs_reauth"
  | "bank.disconnected"
  | "bank.sync_completed"
  | "bank.error";

/** Counts of a sync; null where the event is about none. */
export interface EventFacts {
  status?: string;
  added?: number;
  modified?: number;
  removed?: number;
  errorCode?: string | null;
}

/** Emits an event of a connection, within the transaction that changes it. */
export async function emitBankEvent(
  em: EntityManager,
  type: BankEvent,
  connection: Pick<ConnectionRow, "id" | "ownerId" | "institutionName" | "status" | "errorCode">,
  facts: EventFacts = {},
): Promise<void> {
  const { id: connectionId, ownerId, institutionName, status, errorCode } = connection;
  const counts = { added: null, modified: null, removed: null };
  const payload = { connectionId, institutionName, status, ...counts, errorCode, ...facts };
  await emitEvent(em, { type, objectId: connectionId, appId: null, ownerId, payload });
}
