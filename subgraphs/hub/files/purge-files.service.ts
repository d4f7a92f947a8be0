import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { listLinkKeys, listPurgeable } from "./file.rows.ts";
import { removeBytes } from "./files.service.ts";
import { deleteLapsed } from "./upload.rows.ts";

/** An upload that began longer ago counts as abandoned. */
const abandonedMs = 24 * 60 * 60 * 1000;

/**
 * Removes the bytes of files that were deleted, whose time is over, or that were never published; returns how
 * many. Those that fail stay for later.
 */
export async function purgeFiles(ctx: HubContext, batchSize = 500): Promise<number> {
  const now = ctx.clock.now();
  const begunBefore = new Date(now.getTime() - abandonedMs);
  const fileIds = await asSystem(ctx.em, async (em) => {
    await deleteLapsed(em, now);
    return listPurgeable(em, begunBefore, batchSize);
  });
  let count = 0;
  for (const fileId of fileIds) {
    try {
      await removeBytes(ctx, fileId);
      count += 1;
    } catch (err) {
      ctx.log.warn({ err }, "a deleted file is still in the store");
    }
  }
  return count;
}

/**
 * The keys of links that are still good which this process does not have: those links are refused. Logs each.
 */
export async function findMissingKeys(ctx: HubContext): Promise<string[]> {
  const known = new Set(ctx.ports.files.signingKeys.map(({ id }) => id));
  const used = await asSystem(ctx.em, (em) => listLinkKeys(em, ctx.clock.now()));
  const missing = used.filter((id) => !known.has(id));
  for (const reason of missing) ctx.log.error({ reason }, "files.signing_key_missing");
  return missing;
}
