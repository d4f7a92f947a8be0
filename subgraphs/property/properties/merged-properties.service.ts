import type { RequestContext } from "../../../src/context.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { countUpVersion, takeTurn } from "../import/publish.ts";
import { unindexProperties } from "../search/index-properties.rows.ts";

/**
 * Merges two records of one building. From then on the merged id returns the record that it was merged into, following
 * earlier merges, and searches no longer find it; ids that were merged into it follow. Idempotent. Throws
 * PROPERTY_NOT_FOUND for an id that was never published, and VALIDATION_ERROR when both are already merged in the
 * opposite direction.
 */
export async function mergeProperties(
  ctx: RequestContext,
  { mergedId, canonicalId: into }: { mergedId: string; canonicalId: string },
): Promise<void> {
  const now = ctx.clock.now();
  await asSystem(ctx.em, async (em) => {
    await takeTurn(em);
    const known = await executeSql<{ id: string; canonicalId: string }>(
      em,
      `SELECT p.id, COALESCE(m.canonical_id, p.id) AS "canonicalId"
       FROM properties p LEFT JOIN merged_properties m ON m.merged_id = p.id WHERE p.id = ANY($1)`,
      [[mergedId, into]],
    );
    const canonicalOf = (id: string) => known.find((one) => one.id === id)?.canonicalId;
    const canonicalId = canonicalOf(into);
    if (canonicalId === undefined || canonicalOf(mergedId) === undefined)
      throw new DomainError("PROPERTY_NOT_FOUND", "No property with this ID. Check the id.");
    if (canonicalId === mergedId) throw mergedIntoItself();
    if (canonicalOf(mergedId) === canonicalId) return;
    await executeSql(em, "UPDATE merged_properties SET canonical_id = $2 WHERE canonical_id = $1", [
      mergedId,
      canonicalId,
    ]);
    await executeSql(
      em,
      `INSERT INTO merged_properties (merged_id, canonical_id, merged_at) VALUES ($1, $2, $3)
       ON CONFLICT (merged_id) DO UPDATE SET canonical_id = $2, merged_at = $3`,
      [mergedId, canonicalId, now],
    );
    await unindexProperties(em, [mergedId]);
    await countUpVersion(em, now, 1);
  });
}

function mergedIntoItself(): DomainError {
  return validationError([
    {
      path: "canonicalId",
      message: "must be another property that was not merged into this one",
      rule: "other",
    },
  ]);
}
