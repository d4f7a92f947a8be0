import { agentSessionOf } from "../../../src/access/agent-session.ts";
import { sessionIdOf } from "../../../src/access/token-session.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { deleteGrant } from "./sign-in-record.rows.ts";

/** Longer than an access token of an agent is valid, clocks included. */
const keptFor = "interval '1 day'";

/**
 * Ends a sign-in of an agent: its code and refresh tokens are deleted, and its access tokens are refused from the next
 * request on, in every process. An unknown one stays unknown.
 */
export async function endSignIn(ctx: HubContext, grantId: string): Promise<void> {
  const now = ctx.clock.now();
  const session = agentSessionOf(grantId);
  // The session may have no row yet: its first request may be the next one.
  const sql = `INSERT INTO user_sessions AS s (id, owner_id, issuer_session, revocable, device, first_seen_at, last_seen_at,
      expires_at, lifetime_seconds, revoked_at, kept_until)
    SELECT $1, u.id, $3, true, 'Agent', $4, $4, $4, 0, $4, $4::timestamptz + ${keptFor} FROM users u WHERE u.id = $2
    ON CONFLICT (id) DO UPDATE SET revoked_at = EXCLUDED.revoked_at,
      kept_until = greatest(s.expires_at, EXCLUDED.kept_until) WHERE s.revoked_at IS NULL`;
  const ownerId = await asSystem(ctx.em, async (em) => {
    const person = await deleteGrant(em, grantId);
    if (person !== null) await executeSql(em, sql, [sessionIdOf(person, session), person, session, now]);
    return person;
  });
  if (ownerId !== null) await changeAccess(ctx, ownerId, async () => undefined);
}
