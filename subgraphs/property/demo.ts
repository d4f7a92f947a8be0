import type { RequestContext } from "../../src/context.ts";
import { executeSql } from "../../src/db/sql.ts";
import { asSystem } from "../../src/db/transaction.ts";
import { demoIdentities } from "../../src/demo-identities.ts";
import { loadReference } from "./green-score/reference.ts";
import { importPortfolio, type ImportOptions } from "./import/import-portfolio.ts";
import { hasImportedFiles } from "./import/import-run.ts";
import { PhaseProgress } from "./import/progress.ts";
import { publishCandidates } from "./import/publish.ts";
import { scorePortfolio } from "./import/stage-portfolio.ts";
import { recordSourceCount } from "./import/staged-rows.ts";
import { SYNTHETIC } from "./properties/source-catalogue.ts";
import { makeSyntheticPortfolio } from "./properties/synthetic-portfolio.ts";

/** Demo identities with saved properties, so that their overview is not empty. */
const SAVERS = ["pia", "eve"];
const SAVED_EACH = 3;

export interface DemoOptions extends Partial<Pick<ImportOptions, "report" | "signal">> {
  /** The folder of the publishers' files; null for invented buildings. */
  dataDir: string | null;
}

/** True when files of buildings were imported into this database. */
export function hasImportedBuildings(ctx: RequestContext): Promise<boolean> {
  return hasImportedFiles(ctx.em);
}

/**
 * Seeds buildings when the database has none: those of `dataDir` if it is set and nothing was imported yet, otherwise
 * invented buildings marked as such. Then saves the first three by id for the demo identities. Idempotent. Throws as
 * `importPortfolio` does.
 */
export async function seedPropertyDemo(
  ctx: RequestContext,
  { dataDir, report = () => {}, ...options }: DemoOptions,
): Promise<void> {
  if (dataDir !== null && !(await hasImportedFiles(ctx.em))) {
    const summary = await importPortfolio(ctx, { ...options, from: dataDir, report });
    ctx.log.info({ ...summary }, "Property data imported");
  } else if (!(await hasProperties(ctx))) await publishSynthetic(ctx);
  await saveFirst(ctx);
}

async function hasProperties(ctx: RequestContext): Promise<boolean> {
  const rows = await executeSql(ctx.em, "SELECT 1 FROM properties WHERE deleted_at IS NULL LIMIT 1");
  return rows.length > 0;
}

async function publishSynthetic(ctx: RequestContext): Promise<void> {
  const now = ctx.clock.now();
  const report = () => {};
  const records = makeSyntheticPortfolio(loadReference().counties, now.toISOString());
  const candidates = await scorePortfolio(records, { asOfYear: now.getUTCFullYear(), report });
  await asSystem(ctx.em, async (em) => {
    const progress = new PhaseProgress("publish", candidates.length, report);
    await recordSourceCount(em, SYNTHETIC.id, candidates.length, now);
    return publishCandidates(em, candidates, { now, progress });
  });
}

async function saveFirst(ctx: RequestContext): Promise<void> {
  const savers = demoIdentities.filter(({ name }) => SAVERS.includes(name)).map(({ userId }) => userId);
  await asSystem(ctx.em, async (em) => {
    // Only for accounts without saved properties: real data replaces the invented buildings that they had saved.
    await executeSql(
      em,
      `INSERT INTO saved_properties (owner_id, app_id, property_id, saved_at)
       SELECT saver.id, 'central', first.id, $2
       FROM unnest($1::text[]) AS saver(id),
         (SELECT id FROM properties WHERE deleted_at IS NULL ORDER BY id COLLATE "C" LIMIT $3) AS first
       WHERE NOT EXISTS (
         SELECT 1 FROM saved_properties s JOIN properties p ON p.id = s.property_id AND p.deleted_at IS NULL
         WHERE s.owner_id = saver.id)
       ON CONFLICT DO NOTHING`,
      [savers, ctx.clock.now(), SAVED_EACH],
    );
  });
}
