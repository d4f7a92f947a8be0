import type { RequestContext } from "../../../src/context.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { METHOD_VERSION } from "../green-score/method.ts";
import { CURRENT_REFERENCE } from "../green-score/reference.ts";
import { loadStoredProperties } from "../properties/stored-property.ts";
import { PhaseProgress } from "./progress.ts";
import { countUpVersion, takeTurn, writeCandidates } from "./publish.ts";
import { scorePortfolio } from "./stage-portfolio.ts";

const BATCH = 1000;

/**
 * Scores every stored building again whose score has another year, method or reference than today's, or that has no
 * stored result, in one transaction; returns how many. Idempotent.
 */
export async function rescoreProperties(ctx: RequestContext, signal?: AbortSignal): Promise<number> {
  const now = ctx.clock.now();
  const asOfYear = now.getUTCFullYear();
  const report = () => {};
  return asSystem(ctx.em, async (em) => {
    await takeTurn(em);
    const stale = await executeSql<{ id: string }>(
      em,
      `SELECT id FROM properties p WHERE deleted_at IS NULL
         AND NOT EXISTS (SELECT FROM merged_properties m WHERE m.merged_id = p.id)
         AND ((as_of_year, method_version, reference_version) IS DISTINCT FROM ($1, $2, $3)
           OR NOT EXISTS (SELECT FROM property_scores s WHERE s.property_id = p.id)) ORDER BY id`,
      [asOfYear, METHOD_VERSION, CURRENT_REFERENCE],
    );
    for (let start = 0; start < stale.length; start += BATCH) {
      const ids = stale.slice(start, start + BATCH).map(({ id }) => id);
      const stored = (await loadStoredProperties({ em }, ids)).filter((one) => one !== null);
      const records = stored.map(({ record, provenance }) => ({ ...record, provenance }));
      const candidates = await scorePortfolio(records, { asOfYear, report, signal });
      const progress = new PhaseProgress("publish", candidates.length, report);
      await writeCandidates(em, candidates, { now, progress, signal });
    }
    if (stale.length > 0) await countUpVersion(em, now, stale.length);
    return stale.length;
  });
}
