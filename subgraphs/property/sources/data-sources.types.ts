import { Field, Float, ID, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Reason why the last request to a data source failed." })
export class DataSourceError {
  @Field(() => String, { description: "Error code, such as TIMEOUT or AUTH_REFUSED." })
  code: string;
  @Field(() => String, { description: "Error message of this platform; contains no text of the source." })
  message: string;
}

@ObjectType({ description: "Duration of recent successful health checks in milliseconds." })
export class DataSourceLatency {
  @Field(() => Int, {
    nullable: true,
    description: "Duration of the latest check in milliseconds. Null before the first.",
  })
  last: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Median duration in milliseconds. Null before the first check.",
  })
  p50: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "95th percentile in milliseconds. Null before the first check.",
  })
  p95: number | null;
}

@ObjectType({ description: "Circuit breaker of a data source. While open, the source is not contacted." })
export class DataSourceCircuit {
  @Field(() => String, { description: "State of the circuit breaker: closed, open or halfOpen." })
  state: string;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the circuit breaker opened (UTC). Null when closed.",
  })
  openedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time of the next attempt (UTC). Null unless open." })
  nextProbeAt: Date | null;
}

@ObjectType({ description: "Age of the published data of a source." })
export class DataSourceFreshness {
  @Field(() => String, { nullable: true, description: "Last day the data describes (YYYY-MM-DD)." })
  dataAsOf: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the publisher last changed the data (UTC). Null when unknown.",
  })
  publishedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time of the last sync (UTC). Null before the first." })
  lastSyncedAt: Date | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Age in days since publication, or since the last sync when that is unknown. Null before the first sync.",
  })
  ageDays: number | null;
  @Field(() => Int, { description: "Expected days between updates by the publisher." })
  expectedEveryDays: number;
  @Field(() => Boolean, { description: "Whether the age exceeds 1.5 times the expected update interval." })
  stale: boolean;
}

@ObjectType({ description: "Result of the last finished sync run. Counts are rows of the source." })
export class DataSourceRun {
  @Field(() => ID, { description: "Unique ID of the sync run." })
  id: string;
  @Field(() => Date, { description: "Time when the run started (UTC)." })
  startedAt: Date;
  @Field(() => Date, { nullable: true, description: "Time when the run finished (UTC). Null when unknown." })
  finishedAt: Date | null;
  @Field(() => Int, { description: "Number of rows read." })
  read: number;
  @Field(() => Int, { description: "Number of rows added." })
  inserted: number;
  @Field(() => Int, { description: "Number of rows changed." })
  updated: number;
  @Field(() => Int, { description: "Number of rows without changes." })
  unchanged: number;
  @Field(() => Int, { description: "Number of rows that could not be used." })
  rejected: number;
}

@ObjectType({ description: "Published records of a data source." })
export class DataSourceRecords {
  @Field(() => Int, { description: "Number of buildings or other records published from this source." })
  total: number;
  @Field(() => DataSourceRun, {
    nullable: true,
    description: "Last finished sync run. Null before the first.",
  })
  lastRun: DataSourceRun | null;
}

@ObjectType({ description: "Version of the source data, as far as the source provides it." })
export class DataSourceVersion {
  @Field(() => String, { nullable: true, description: "ETag of the data. Null when the source sends none." })
  etag: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last modification at the source (UTC). Null when unknown.",
  })
  lastModified: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "SHA-256 hash of the source file. Null when it is not a file.",
  })
  sha256: string | null;
}

@ObjectType({ description: "Publisher of building data with its health status." })
export class DataSource {
  @Field(() => ID, { description: "ID of the data source, as used in `sources` of a property." })
  id: string;
  @Field(() => String, { description: "Name of the data source." })
  name: string;
  @Field(() => String, { description: "Kind of source: socrata, file, espm, arcgis, openfema or geocoder." })
  kind: string;
  @Field(() => String, { description: "Health of the source: ok, degraded, down or disabled." })
  status: string;
  @Field(() => Boolean, { description: "Whether the overall status depends on this source." })
  required: boolean;
  @Field(() => [String], { description: "Reason codes when the status is not ok, most severe first." })
  reasons: string[];
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last health check (UTC). Null before the first.",
  })
  lastCheckedAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last successful request (UTC). Null before the first.",
  })
  lastSuccessAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last failed request (UTC). Null when none has failed.",
  })
  lastFailureAt: Date | null;
  @Field(() => DataSourceError, {
    nullable: true,
    description: "Error of the last request. Null when it succeeded.",
  })
  lastError: DataSourceError | null;
  @Field(() => Int, { description: "Number of failed requests in a row." })
  consecutiveFailures: number;
  @Field(() => DataSourceLatency, { description: "Duration of recent health checks in milliseconds." })
  latencyMs: DataSourceLatency;
  @Field(() => Float, { description: "Share of the last 20 requests that failed, 0 to 1." })
  errorRate: number;
  @Field(() => Int, { description: "Number of times the source responded with a rate limit." })
  rateLimited: number;
  @Field(() => DataSourceCircuit, { description: "Circuit breaker state of the source." })
  circuit: DataSourceCircuit;
  @Field(() => DataSourceFreshness, { description: "Age of the published data." })
  freshness: DataSourceFreshness;
  @Field(() => DataSourceRecords, { description: "Number of published records and the last sync run." })
  records: DataSourceRecords;
  @Field(() => DataSourceVersion, { description: "Version of the data that is served." })
  version: DataSourceVersion;
  @Field(() => String, { description: "Licence of the source data." })
  licence: string;
}

@ObjectType({ description: "Health of all data sources from stored checks. Reading it contacts no source." })
export class DataSourcesStatus {
  @Field(() => String, { description: "Overall status of the required sources: ok, degraded or down." })
  status: string;
  @Field(() => Date, { description: "Time of this status report (UTC)." })
  timestamp: Date;
  @Field(() => [DataSource], { description: "Status of each data source." })
  sources: DataSource[];
}
