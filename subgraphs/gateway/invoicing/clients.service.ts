import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../gateway.context.ts";

/** Whom an invoice bills. */
export interface BilledClient {
  id: string;
  name: string;
  email: string;
}

/**
 * The account's active client of this e-mail, found without regard to case, or a new one. A name that was not known
 * before is filled in. Of parallel calls one makes the client, the others find it.
 */
export async function findOrCreateClient(
  em: EntityManager,
  ctx: GatewayContext,
  { email, name }: { email: string; name: string | null },
): Promise<BilledClient> {
  const now = ctx.clock.now();
  const [row] = await executeSql<BilledClient>(
    em,
    `INSERT INTO clients AS c (id, owner_id, email, email_folded, name, is_name_known, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
     ON CONFLICT (owner_id, email_folded) WHERE status = 'active' DO UPDATE SET
       name = CASE WHEN c.is_name_known OR NOT EXCLUDED.is_name_known THEN c.name ELSE EXCLUDED.name END,
       is_name_known = c.is_name_known OR EXCLUDED.is_name_known
     RETURNING id, name, email`,
    [newId("cli"), ownerOf(ctx), email, email.toLowerCase(), name ?? email.split("@")[0], name !== null, now],
  );
  return row!;
}
