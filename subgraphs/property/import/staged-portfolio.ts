import type { EntityManager } from "@mikro-orm/postgresql";
import type { CanonicalProperty } from "../properties/property.types.ts";
import type { Candidate } from "./candidate.ts";
import type { MeasuredProperty } from "./guards.ts";
import type { ReportProgress } from "./import.types.ts";
import { PhaseProgress } from "./progress.ts";
import type { PortfolioToPublish } from "./publish.ts";
import { scorePortfolio } from "./stage-portfolio.ts";
import {
  CHUNK,
  mergeStagedBuildings,
  mergeStagedKeys,
  type StagedKey,
  type StagedRun,
} from "./staged-properties.rows.ts";

/** In-memory summary of a staged portfolio: a hash and a few figures of each building. */
export interface SurveyedPortfolio {
  readonly hashes: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, StagedKey>;
  readonly measured: readonly MeasuredProperty[];
}

export interface SurveyOptions {
  readonly asOfYear: number;
  readonly signal?: AbortSignal | undefined;
}

const silent: ReportProgress = () => undefined;

/** Merges and scores every staged building, a chunk at a time, and keeps the hashes and the figures of the whole. */
export async function surveyStaged(
  em: EntityManager,
  run: StagedRun,
  options: SurveyOptions & { count: number; report: ReportProgress },
): Promise<SurveyedPortfolio> {
  const progress = new PhaseProgress("score", options.count, options.report);
  const hashes = new Map<string, string>();
  const keys = new Map<string, StagedKey>();
  const measured: MeasuredProperty[] = [];
  for await (const records of mergeStagedBuildings(em, run)) {
    for (const { record, contentHash } of await score(records, options)) {
      hashes.set(record.id, contentHash);
      keys.set(record.id, keyOf(record));
      measured.push(measure(record));
    }
    progress.add(records.length);
  }
  progress.end();
  return { hashes, keys, measured };
}

/** The surveyed portfolio to publish: changed buildings are merged and scored again, a chunk at a time. */
export function toPublish(
  em: EntityManager,
  run: StagedRun,
  { hashes, keys, ...options }: SurveyedPortfolio & SurveyOptions,
): PortfolioToPublish {
  async function* load(ids: readonly string[]): AsyncGenerator<readonly Candidate[]> {
    const bySource = Map.groupBy(
      ids.map((id) => keys.get(id)!),
      ({ sourceId }) => sourceId,
    );
    for (const own of bySource.values()) {
      for (let start = 0; start < own.length; start += CHUNK)
        yield score(await mergeStagedKeys(em, run, own.slice(start, start + CHUNK)), options);
    }
  }
  return { hashes, load };
}

function score(
  records: readonly CanonicalProperty[],
  { asOfYear, signal }: SurveyOptions,
): Promise<Candidate[]> {
  return scorePortfolio(records, { asOfYear, report: silent, signal });
}

/** The first building source of a record's rows; the county source is excluded. */
function keyOf({ recordId, provenance }: CanonicalProperty): StagedKey {
  return { sourceId: provenance[0]!.sourceId, recordId };
}

function measure({
  sources,
  siteEui,
  grossFloorArea,
  ghgIntensity,
  waterIntensity,
}: CanonicalProperty): MeasuredProperty {
  return { sources, siteEui, grossFloorArea, ghgIntensity, waterIntensity };
}
