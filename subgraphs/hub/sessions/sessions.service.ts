import { grantOfSession } from "../../../src/access/agent-session.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { deleteGrant } from "../agent-sign-in/sign-in-record.rows.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { lockSession, markRevoked, sessionsSql, type SessionRow } from "./session.rows.ts";
import type { RevokedSession, RevokeSessionInput, Session, SessionList } from "./session.types.ts";
import { notRevocable, sessionNotFound } from "./sessions.errors.ts";

/** The sessions of the signed-in user, the most recently seen first. */
export async function listSessions(ctx: HubContext): Promise<SessionList> {
  // The request's own session may have been seen just now.
  await ctx.ports.sessions.flush();
  const parameters = [ctx.principal.ownerId, ctx.clock.now()];
  const rows = await readRows<SessionRow>(ctx, { sql: sessionsSql, parameters });
  const sessions = rows.map((row) => present(row, ctx.principal.sessionId ?? null));
  return { sessions, total: sessions.length };
}

/**
 * Revokes a session: its tokens are refused from the next request on, in every process, and its streams end. Then it is
 * ended at the identity provider; what happens there changes nothing here. The session of an agent, which the provider does not
 * know, gets no more tokens. Idempotent; repeating it asks the provider again.
 * Throws NOT_FOUND, also for another user's session, and INVALID_STATE for one that its tokens do not name.
 */
export function revokeSession(ctx: HubContext, input: RevokeSessionInput): Promise<RevokedSession> {
  const { sessionId } = input;
  const ownerId = ctx.principal.ownerId ?? "";
  const { sessions, issuerSessions } = ctx.ports;
  return onceOutside(
    ctx,
    { operation: "revokeSession", input },
    {
      prepare: () => sessions.flush(),
      record: async (em) => {
        const session = await lockSession(em, ownerId, sessionId);
        if (!session) throw sessionNotFound();
        if (!session.revocable) throw notRevocable(new Date(session.expiresAt));
        await markRevoked(em, ownerId, sessionId, ctx.clock.now());
        const grantId = session.issuerSession === null ? null : grantOfSession(session.issuerSession);
        if (grantId !== null) await deleteGrant(em, grantId);
        if (grantId !== null) return { issuerSession: null };
        return { issuerSession: session.issuerSession };
      },
      act: async ({ issuerSession }) => {
        // Refused everywhere before anything is waited for outside.
        await changeAccess(ctx, ownerId, async () => undefined);
        return issuerSession === null ? "not_supported" : issuerSessions.end(issuerSession);
      },
      settle: async (_em, _intent, identityProvider) => ({ sessionId, revoked: true, identityProvider }),
    },
  );
}

function present({ firstSeenAt, lastSeenAt, expiresAt, ...row }: SessionRow, ownId: string | null): Session {
  return {
    ...row,
    firstSeenAt: new Date(firstSeenAt),
    lastSeenAt: new Date(lastSeenAt),
    expiresAt: new Date(expiresAt),
    current: row.id === ownId,
  };
}
