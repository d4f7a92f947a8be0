import { readRows } from "../../../src/db/read-rows.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { User } from "./user.entity.ts";

/** The person behind the call: the signed-in user, or the owner of the key. */
export async function readMe(ctx: HubContext): Promise<User> {
  const user = await findOwnUser(ctx, ctx.principal.ownerId ?? "");
  if (!user) throw new DomainError("USER_NOT_FOUND", "There is no such user.");
  return user;
}

/** The user of this id when it is the caller's own, else null: other people do not exist. */
export async function findOwnUser(ctx: HubContext, id: string): Promise<User | null> {
  if (id !== ctx.principal.ownerId) return null;
  const sql = "SELECT * FROM users WHERE id = $1 AND deleted_at IS NULL";
  const [row] = await readRows<Record<string, unknown>>(ctx, { sql, parameters: [id] });
  return row ? ctx.em.map(User, row) : null;
}

/** The same for several: only one of them can be the caller. */
export async function findOwnUsers(ctx: HubContext, ids: readonly string[]): Promise<(User | null)[]> {
  const own = ids.find((id) => id === ctx.principal.ownerId);
  const user = own === undefined ? null : await findOwnUser(ctx, own);
  return ids.map((id) => (id === own ? user : null));
}
