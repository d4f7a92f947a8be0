import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { HubContext } from "../hub.context.ts";
import { readMe } from "./identity.service.ts";
import type { UpdateProfileInput } from "./profile.types.ts";
import type { User } from "./user.entity.ts";
import { makeKnown } from "./user.rows.ts";

const columns = ["name", "picture", "locale", "timezone"] as const;

/**
 * Changes what the input names, and from then on these fields are the person's own: no later token overwrites them.
 * Language tags are stored in their canonical form.
 */
export async function updateProfile(ctx: HubContext, input: UpdateProfileInput): Promise<User> {
  const changes: UpdateProfileInput = { ...input };
  if (changes.locale) changes.locale = Intl.getCanonicalLocales(changes.locale)[0] ?? null;
  const given = columns.filter((column) => changes[column] !== undefined);
  const user = await exactlyOnce(ctx, { operation: "updateProfile", input }, async (em) => {
    if (given.length > 0) {
      const sets = given.map((column, index) => `${column} = $${index + 3}`).join(", ");
      await executeSql(
        em,
        `UPDATE users SET ${sets}, edited = ARRAY(SELECT DISTINCT unnest(edited || $2::text[])) WHERE id = $1`,
        [ctx.principal.ownerId, given, ...given.map((column) => changes[column])],
      );
    }
    const { id, email, emailVerified, name, picture, locale, timezone, createdAt, lastSeenAt } =
      await readMe(ctx);
    return { id, email, emailVerified, name, picture, locale, timezone, createdAt, lastSeenAt } as User;
  });
  await makeKnown(ctx, user.id);
  return user;
}
