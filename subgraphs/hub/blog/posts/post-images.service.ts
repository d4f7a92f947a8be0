import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { keepImages } from "../../files/keep-files.rows.ts";
import type { HubContext } from "../../hub.context.ts";

/** The most bytes of images that an account's posts show. */
const maxImageBytes = 500 * 1024 * 1024;

/**
 * Keeps the images of a text beyond the days of an upload. Throws 400 for a file that is no stored image of the account, and
 * BUSINESS_RULE where the images of all posts would exceed 500 MiB.
 */
export async function keepPostImages(
  ctx: HubContext,
  em: EntityManager,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const ownerId = ctx.principal.ownerId ?? "";
  const kept = await keepImages(em, { ownerId, ids, now: ctx.clock.now() });
  const missing = ids.find((id) => !kept.has(id));
  if (missing !== undefined) {
    const message = `must show only PNG and JPEG files of the account, and ${missing} is none`;
    throw validationError([{ path: "markdown", message, rule: "file" }]);
  }
  const [row] = await executeSql<{ bytes: number }>(
    em,
    `SELECT coalesce(sum(size), 0)::float8 AS bytes FROM files
     WHERE owner_id = $1 AND deleted_at IS NULL
       AND id IN (SELECT unnest(image_ids) FROM blog_posts WHERE owner_id = $1 UNION SELECT unnest($2::text[]))`,
    [ownerId, ids],
  );
  if (row!.bytes > maxImageBytes)
    throw new DomainError(
      "BUSINESS_RULE",
      "The images of all posts would exceed 500 MiB. Delete some of the files first.",
      { rule: "blog_images_full", maxBytes: maxImageBytes },
    );
}
