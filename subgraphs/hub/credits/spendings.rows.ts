import type { EntityManager } from "@mikro-orm/postgresql";
import type { EventActor } from "../../../src/access/acting.ts";
import type { KeyClaim } from "../../../src/db/key-row.ts";
import type { ActingMembership } from "../../../src/db/membership.ts";
import { inOneStatement } from "../../../src/db/pipelined-transaction.ts";
import { newId } from "../../../src/ids.ts";
import type { ConsumeCreditsInput } from "./credits.types.ts";

/** The spending, with the operation of the price list that it pays for, if any. */
export interface Spending extends ConsumeCreditsInput {
  operation?: string;
}

/** A spending as the database takes it. */
export interface SpendingRow {
  ownerId: string;
  spending: Spending;
  entryId: string;
  referenceId: string | null;
  at: Date;
  /** Null for the platform itself. */
  actor: EventActor | null;
  /** Its audit row, by column. */
  audit: Record<string, unknown> | null;
  claim: KeyClaim | null;
  membership: ActingMembership | null;
}

/** A spending that was written. */
export interface Spent {
  /** Its place among those that were asked for. */
  place: number;
  /** In hundredths. */
  balance: number;
}

/**
 * Writes the simple ones of the spendings, in one transaction of one statement; returns them. Throws CommitUnknownError;
 * any other error has written nothing.
 */
export function writeSpendings(em: EntityManager, rows: readonly SpendingRow[]): Promise<Spent[]> {
  const memberships = rows.flatMap(({ membership }) => membership ?? []);
  return inOneStatement<Spent>(em, {
    sql: "SELECT spent_place AS place, balance_after::float8 AS balance FROM spend_together($1, $2)",
    parameters: [
      JSON.stringify(rows.map(toRecord)),
      memberships.length === 0 ? null : JSON.stringify(memberships),
    ],
  });
}

/** The columns of `credit_spending`. */
function toRecord(
  { ownerId, spending, entryId, referenceId, at, actor, audit, claim }: SpendingRow,
  place: number,
) {
  return {
    place,
    owner_id: ownerId,
    app_id: spending.appId,
    amount: spending.amount,
    reference_id: referenceId,
    entry_id: entryId,
    event_id: newId("evt"),
    description: spending.description,
    operation: spending.operation,
    metadata: spending.metadata,
    at,
    actor_type: actor?.type,
    actor_id: actor?.id,
    audit,
    key_principal: claim?.principal,
    key_operation: claim?.operation,
    key: claim?.key,
    request_hash: claim?.requestHash,
    key_expires_at: claim?.expiresAt,
  };
}
