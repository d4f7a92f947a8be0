import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import type { DoNotCallRow } from "../voice-tables.ts";
import { findRows, insertAll } from "../voice.rows.ts";

/** True when the account must not call this number. */
export async function isListed(em: EntityManager, ownerId: string, phone: string): Promise<boolean> {
  return (await findEntry(em, ownerId, phone)) !== null;
}

export async function findEntry(
  em: EntityManager,
  ownerId: string,
  phone: string,
): Promise<DoNotCallRow | null> {
  const where = "owner_id = $1 AND phone = $2 AND removed_at IS NULL";
  return (await findRows(em, "caller_do_not_call", where, [ownerId, phone]))[0] ?? null;
}

/** Puts a number on the list, unless it is there. Answers its entry. */
export async function listNumber(
  em: EntityManager,
  entry: Pick<DoNotCallRow, "ownerId" | "phone" | "reason" | "source"> & { at: Date },
): Promise<DoNotCallRow> {
  const { at, ...wanted } = entry;
  const known = await findEntry(em, entry.ownerId, entry.phone);
  if (known) return known;
  const row: DoNotCallRow = {
    id: newId("dnc"),
    ...wanted,
    removedAt: null,
    proof: null,
    createdAt: at.toISOString(),
  };
  await insertAll(em, "caller_do_not_call", [row]);
  return row;
}
