import { IsBoolean, IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Why the last call to a source failed, in words of this platform." })
export class DataSourceError {
  @Field(() => String)
  code: string;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "How long the latest probes took, in milliseconds; null before the first." })
export class DataSourceLatency {
  @Field(() => Int, { nullable: true })
  last: number | null;
  @Field(() => Int, { nullable: true })
  p50: number | null;
  @Field(() => Int, { nullable: true })
  p95: number | null;
}

@ObjectType({ description: "Whether a source is asked at all: while open it is left alone." })
export class DataSourceCircuit {
  @Field(() => String, { description: "closed, open or halfOpen." })
  state: string;
  @Field(() => Date, { nullable: true })
  openedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "When it is tried again." })
  nextProbeAt: Date | null;
}

@ObjectType({ description: "How old the data are that are served." })
export class DataSourceFreshness {
  @Field(() => String, { nullable: true, description: "The last day that the figures describe, YYYY-MM-DD." })
  dataAsOf: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "When the publisher last changed this edition, if it says so.",
  })
  publishedAt: Date | null;
  @Field(() => Date, { nullable: true })
  lastSyncedAt: Date | null;
  @Field(() => Int, {
    nullable: true,
    description: "Days since the edition was published, else since it was read.",
  })
  ageDays: number | null;
  @Field(() => Int)
  expectedEveryDays: number;
  @Field(() => Boolean, { description: "Older than one and a half times what is expected." })
  stale: boolean;
}

@ObjectType({ description: "What the last finished run did. Counts are rows of the source." })
export class DataSourceRun {
  @Field(() => ID)
  id: string;
  @Field(() => Date)
  startedAt: Date;
  @Field(() => Date, { nullable: true })
  finishedAt: Date | null;
  @Field(() => Int)
  read: number;
  @Field(() => Int)
  inserted: number;
  @Field(() => Int)
  updated: number;
  @Field(() => Int)
  unchanged: number;
  @Field(() => Int)
  rejected: number;
}

@ObjectType()
export class DataSourceRecords {
  @Field(() => Int, { description: "Buildings, or other records, that are published of it here." })
  total: number;
  @Field(() => DataSourceRun, { nullable: true })
  lastRun: DataSourceRun | null;
}

@ObjectType({ description: "The edition that is served, as far as the source names it." })
export class DataSourceVersion {
  @Field(() => String, { nullable: true })
  etag: string | null;
  @Field(() => Date, { nullable: true })
  lastModified: Date | null;
  @Field(() => String, { nullable: true })
  sha256: string | null;
}

@ObjectType({ description: "One publisher of building data, and how it is doing." })
export class DataSource {
  @Field(() => ID, { description: "The id that `sources` of a property names it by." })
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { description: "socrata, file, espm, arcgis, openfema or geocoder." })
  kind: string;
  @Field(() => String, { description: "ok, degraded, down or disabled." })
  status: string;
  @Field(() => Boolean, { description: "Whether the overall status depends on it." })
  required: boolean;
  @Field(() => [String], { description: "Why it is not ok, the graver reasons first." })
  reasons: string[];
  @Field(() => Date, { nullable: true })
  lastCheckedAt: Date | null;
  @Field(() => Date, { nullable: true })
  lastSuccessAt: Date | null;
  @Field(() => Date, { nullable: true })
  lastFailureAt: Date | null;
  @Field(() => DataSourceError, { nullable: true, description: "Of the last call, when that failed." })
  lastError: DataSourceError | null;
  @Field(() => Int)
  consecutiveFailures: number;
  @Field(() => DataSourceLatency)
  latencyMs: DataSourceLatency;
  @Field(() => Float, { description: "Share of the last 20 calls that failed, 0 to 1." })
  errorRate: number;
  @Field(() => Int, { description: "How often the source has asked for a pause." })
  rateLimited: number;
  @Field(() => DataSourceCircuit)
  circuit: DataSourceCircuit;
  @Field(() => DataSourceFreshness)
  freshness: DataSourceFreshness;
  @Field(() => DataSourceRecords)
  records: DataSourceRecords;
  @Field(() => DataSourceVersion)
  version: DataSourceVersion;
  @Field(() => String)
  licence: string;
}

@ObjectType({
  description: "The health of every data source, from stored checks: asking for it asks no source.",
})
export class DataSourcesStatus {
  @Field(() => String, { description: "Of the required sources together: ok, degraded or down." })
  status: string;
  @Field(() => Date)
  timestamp: Date;
  @Field(() => [DataSource])
  sources: DataSource[];
}

@ObjectType({ description: "One reading of a source, from its first page to what was published." })
export class SourceSyncRun {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  sourceId: string;
  @Field(() => String, { description: "incremental or full; a full one finds out what has gone." })
  mode: string;
  @Field(() => String, { description: "queued, running, published, unchanged, held or failed." })
  status: string;
  @Field(() => String, { description: "read, publish or done." })
  phase: string;
  @Field(() => Date)
  requestedAt: Date;
  @Field(() => Date, { nullable: true })
  startedAt: Date | null;
  @Field(() => Date, { nullable: true })
  finishedAt: Date | null;
  @Field(() => Int, { description: "Rows read so far." })
  read: number;
  @Field(() => Int, { nullable: true, description: "Rows there are to read, when the source says so." })
  total: number | null;
  @Field(() => Int)
  pages: number;
  @Field(() => Float, { nullable: true, description: "Rows a second, while it reads." })
  ratePerSecond: number | null;
  @Field(() => Int, { nullable: true })
  secondsLeft: number | null;
  @Field(() => Int)
  inserted: number;
  @Field(() => Int)
  updated: number;
  @Field(() => Int)
  unchanged: number;
  @Field(() => Int)
  removed: number;
  @Field(() => Int, { description: "Rows that could not be used." })
  rejected: number;
  @Field(() => String, { nullable: true, description: "Why it was held, failed, or waits for its next try." })
  reason: string | null;
}

@ObjectType({ description: "A run that was asked for; `sourceSyncRun` tells how far it is." })
export class SourceSyncStart {
  @Field(() => ID)
  runId: string;
  @Field(() => ID)
  sourceId: string;
  @Field(() => String, { description: "incremental or full; the first run of a source is a full one." })
  mode: string;
}

@ObjectType({ description: "A row that could not be used." })
export class RejectedSourceRow {
  @Field(() => Int)
  line: number;
  @Field(() => String)
  reason: string;
  @Field(() => String, { description: "The beginning of the row as it came." })
  raw: string;
}

@ObjectType({ description: "A run with the first of its rejected rows." })
export class SourceSyncRunDetails {
  @Field(() => SourceSyncRun)
  run: SourceSyncRun;
  @Field(() => [RejectedSourceRow], { description: "The first 100." })
  rejectedRows: RejectedSourceRow[];
}

@ObjectType({ description: "Runs of a source, newest first." })
export class SourceSyncRunPage {
  @Field(() => [SourceSyncRun])
  runs: SourceSyncRun[];
  @Field(() => Int)
  total: number;
  @Field(() => Int)
  page: number;
  @Field(() => Int)
  pageSize: number;
  @Field(() => Boolean)
  hasMore: boolean;
}

const sourceIdPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

@InputType({
  description: "Reads a source now. A run that is under way is answered instead of a second one.",
})
export class StartSourceSyncInput {
  @Field(() => ID)
  @Matches(sourceIdPattern)
  sourceId: string;

  @Field(() => Boolean, { nullable: true, description: "Everything instead of what has changed." })
  @IsOptional()
  @IsBoolean()
  full?: boolean | null;
}

@ArgsType()
export class SourceSyncRunsArgs {
  @Field(() => ID)
  @Matches(sourceIdPattern)
  sourceId: string;

  @Field(() => Int, { defaultValue: 1 })
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number;

  @Field(() => Int, { defaultValue: 20 })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;
}

@ArgsType()
export class SourceSyncRunArgs {
  @Field(() => ID)
  @MaxLength(64)
  runId: string;
}
