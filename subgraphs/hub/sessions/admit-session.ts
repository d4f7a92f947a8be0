import type { TokenSession } from "../../../src/access/token-session.ts";
import type { HubContext } from "../hub.context.ts";
import { sessionRevoked } from "./sessions.errors.ts";

/** Notes that a user's request came from this session. Throws SESSION_REVOKED when it is one of the revoked ones. */
export function admitSession(
  ctx: HubContext,
  { sub, session }: { sub: string; session?: TokenSession | null },
  revoked: readonly string[] | null | undefined,
  now: Date,
): void {
  if (!session) return;
  ctx.ports.sessions.note(session, sub, now, ctx.client);
  if (revoked?.includes(session.id)) throw sessionRevoked();
}
