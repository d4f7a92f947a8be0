import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** An account's customer at the processor. */
export interface CustomerRow {
  ownerId: string;
  generation: number;
  customerId: string | null;
  email: string | null;
  name: string | null;
}

const columns = `owner_id AS "ownerId", generation, customer_id AS "customerId", email, name`;

export async function findCustomerRow(em: EntityManager, ownerId: string): Promise<CustomerRow | null> {
  const sql = `SELECT ${columns} FROM processor_customers WHERE owner_id = $1`;
  return (await executeSql<CustomerRow>(em, sql, [ownerId]))[0] ?? null;
}

/** The account's row, created with the user's current data if there was none. */
export async function claimCustomerRow(em: EntityManager, ownerId: string, now: Date): Promise<CustomerRow> {
  await executeSql(
    em,
    `INSERT INTO processor_customers (owner_id, email, name, created_at)
     SELECT $1, u.email, u.name, $2 FROM (SELECT 1) AS one LEFT JOIN account_holders u ON u.id = $1
     ON CONFLICT (owner_id) DO NOTHING`,
    [ownerId, now],
  );
  const row = await findCustomerRow(em, ownerId);
  if (!row) throw new Error(`The customer row of ${ownerId} went away.`);
  return row;
}

/** Stores the processor's response to this claim; returns the customer that the account then has. */
export async function linkCustomerRow(
  em: EntityManager,
  { ownerId, generation }: Pick<CustomerRow, "ownerId" | "generation">,
  customerId: string,
  now: Date,
): Promise<string | null> {
  await executeSql(
    em,
    `UPDATE processor_customers SET customer_id = $3, linked_at = $4, email = NULL, name = NULL
     WHERE owner_id = $1 AND generation = $2 AND customer_id IS NULL`,
    [ownerId, generation, customerId, now],
  );
  return (await findCustomerRow(em, ownerId))?.customerId ?? null;
}

/** The account of a customer; null for one that is not ours. Needs sight of all owners' rows. */
export async function findOwnerOfCustomer(em: EntityManager, customerId: string): Promise<string | null> {
  const sql = `SELECT owner_id AS "ownerId" FROM processor_customers WHERE customer_id = $1`;
  return (await executeSql<{ ownerId: string }>(em, sql, [customerId]))[0]?.ownerId ?? null;
}

/** Unlinks a deleted customer; the account's next one is another. */
export async function unlinkCustomerRow(em: EntityManager, customerId: string): Promise<string | null> {
  const [row] = await executeSql<{ ownerId: string }>(
    em,
    `UPDATE processor_customers p SET customer_id = NULL, linked_at = NULL, generation = generation + 1,
       email = (SELECT u.email FROM account_holders u WHERE u.id = p.owner_id),
       name = (SELECT u.name FROM account_holders u WHERE u.id = p.owner_id)
     WHERE customer_id = $1 RETURNING owner_id AS "ownerId"`,
    [customerId],
  );
  return row?.ownerId ?? null;
}
