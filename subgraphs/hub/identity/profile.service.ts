import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "./change-access.service.ts";
import { readMe } from "./identity.service.ts";
import type { UpdateProfileInput } from "./profile.types.ts";
import type { User } from "./user.entity.ts";

const columns = ["name", "picture", "locale", "timezone"] as const;

/**
 * Updates the fields of the input, which later tokens no longer overwrite. Language tags are stored in their canonical
 * form.
 */
export async function updateProfile(ctx: HubContext, input: UpdateProfileInput): Promise<User> {
  const { name, picture, locale, timezone } = input;
  const canonical = locale && (Intl.getCanonicalLocales(locale)[0] ?? null);
  const changes = { name, picture, locale: canonical, timezone };
  const given = columns.filter((column) => changes[column] !== undefined);
  return changeAccess(ctx, ctx.principal.ownerId ?? "", () =>
    exactlyOnce(ctx, { operation: "updateProfile", input }, async (em) => {
      if (given.length > 0) {
        const sets = given.map((column, index) => `${column} = $${index + 3}`).join(", ");
        await executeSql(
          em,
          `UPDATE users SET ${sets}, edited = ARRAY(SELECT DISTINCT unnest(edited || $2::text[])) WHERE id = $1`,
          [ctx.principal.ownerId, given, ...given.map((column) => changes[column])],
        );
      }
      return readMe(ctx);
    }),
  );
}
