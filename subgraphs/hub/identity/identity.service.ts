import { personOf } from "../../../src/access/principal.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import type { User } from "./user.entity.ts";

type UserRow = Omit<User, "createdAt" | "lastSeenAt"> & { createdAt: string; lastSeenAt: string };

/** The person behind the call: the signed-in user, also where they act for an organization, or the owner of the key. */
export async function readMe(ctx: HubContext): Promise<User> {
  const user = await findOwnUser(ctx, personOf(ctx.principal) ?? "");
  if (!user)
    throw new DomainError("USER_NOT_FOUND", "User not found, or the account is closed. Check the user ID.");
  return user;
}

/** The user of this id when it is the caller's own, else null: other people do not exist. */
async function findOwnUser(ctx: HubContext, id: string): Promise<User | null> {
  if (id !== personOf(ctx.principal)) return null;
  const sql = `SELECT id, email, email_verified AS "emailVerified", name, picture, locale, timezone,
      created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM users WHERE id = $1 AND deleted_at IS NULL`;
  // The row is the person's own, whatever account the call acts for.
  const own = { em: ctx.em, ...(ctx.sharedEm && { sharedEm: ctx.sharedEm }), principal: { ownerId: id } };
  const [row] = await readRows<UserRow>(ctx.principal.membership ? own : ctx, {
    sql,
    parameters: [id],
    isQuick: true,
  });
  return row ? { ...row, createdAt: new Date(row.createdAt), lastSeenAt: new Date(row.lastSeenAt) } : null;
}

/** The same for several: only one of them can be the caller. */
export async function findOwnUsers(ctx: HubContext, ids: readonly string[]): Promise<(User | null)[]> {
  const person = personOf(ctx.principal);
  const own = ids.find((id) => id === person);
  const user = own === undefined ? null : await findOwnUser(ctx, own);
  return ids.map((id) => (id === own ? user : null));
}
