import { IsBoolean, IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Sync run of a data source, from reading to publishing." })
export class SourceSyncRun {
  @Field(() => ID, { description: "Unique ID of the sync run." })
  id: string;
  @Field(() => ID, { description: "ID of the data source." })
  sourceId: string;
  @Field(() => String, {
    description: "Mode of the run: incremental or full. Only a full run detects removed records.",
  })
  mode: string;
  @Field(() => String, {
    description: "Status of the run: queued, running, published, unchanged, held or failed.",
  })
  status: string;
  @Field(() => String, { description: "Current phase: read, publish or done." })
  phase: string;
  @Field(() => Date, { description: "Time when the run was requested (UTC)." })
  requestedAt: Date;
  @Field(() => Date, { nullable: true, description: "Time when the run started (UTC). Null while queued." })
  startedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time when the run finished (UTC). Null until then." })
  finishedAt: Date | null;
  @Field(() => Int, { description: "Number of rows read so far." })
  read: number;
  @Field(() => Int, {
    nullable: true,
    description: "Number of rows to read. Null when the source does not report it.",
  })
  total: number | null;
  @Field(() => Int, { description: "Number of pages read so far." })
  pages: number;
  @Field(() => Float, {
    nullable: true,
    description: "Rows read per second. Null unless the run is reading.",
  })
  ratePerSecond: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Estimated seconds until all rows are read. Null when unknown.",
  })
  secondsLeft: number | null;
  @Field(() => Int, { description: "Number of records added." })
  inserted: number;
  @Field(() => Int, { description: "Number of records changed." })
  updated: number;
  @Field(() => Int, { description: "Number of records without changes." })
  unchanged: number;
  @Field(() => Int, { description: "Number of records removed." })
  removed: number;
  @Field(() => Int, { description: "Number of rows that could not be used." })
  rejected: number;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the run was held, failed or is waiting for a retry. Null otherwise.",
  })
  reason: string | null;
}

@ObjectType({ description: "Sync run that was started. Read its progress with `sourceSyncRun`." })
export class SourceSyncStart {
  @Field(() => ID, { description: "ID of the sync run." })
  runId: string;
  @Field(() => ID, { description: "ID of the data source." })
  sourceId: string;
  @Field(() => String, {
    description: "Mode of the run: incremental or full. The first run of a source is always full.",
  })
  mode: string;
}

@ObjectType({ description: "Source row that could not be used." })
export class RejectedSourceRow {
  @Field(() => Int, { description: "Line or row number at the source." })
  line: number;
  @Field(() => String, { description: "Reason why the row was rejected." })
  reason: string;
  @Field(() => String, { description: "Start of the row as received." })
  raw: string;
}

@ObjectType({ description: "Sync run with its first rejected rows." })
export class SourceSyncRunDetails {
  @Field(() => SourceSyncRun, { description: "Sync run with its progress and counts." })
  run: SourceSyncRun;
  @Field(() => [RejectedSourceRow], { description: "First 100 rejected rows." })
  rejectedRows: RejectedSourceRow[];
}

@ObjectType({ description: "Page of sync runs, newest first." })
export class SourceSyncRunPage {
  @Field(() => [SourceSyncRun], { description: "Sync runs on this page." })
  runs: SourceSyncRun[];
  @Field(() => Int, { description: "Number of sync runs on all pages." })
  total: number;
  @Field(() => Int, { description: "Number of this page, starting at 1." })
  page: number;
  @Field(() => Int, { description: "Maximum number of sync runs per page." })
  pageSize: number;
  @Field(() => Boolean, { description: "Whether there are more pages." })
  hasMore: boolean;
}

const notASourceId = { message: "must be a data source ID: lowercase letters, digits and hyphens" };
const sourceIdPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

@InputType({ description: "Data source to sync. Returns the open run when there is one." })
export class StartSourceSyncInput {
  @Field(() => ID, { description: "ID of the data source to sync." })
  @Matches(sourceIdPattern, notASourceId)
  sourceId: string;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to read all data instead of changes only. Default: false.",
  })
  @IsOptional()
  @IsBoolean()
  full?: boolean | null;
}

@ArgsType()
export class SourceSyncRunsArgs {
  @Field(() => ID, { description: "ID of the data source." })
  @Matches(sourceIdPattern, notASourceId)
  sourceId: string;

  @Field(() => Int, { defaultValue: 1, description: "Page number, starting at 1." })
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number;

  @Field(() => Int, { defaultValue: 20, description: "Number of sync runs per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;
}

@ArgsType()
export class SourceSyncRunArgs {
  @Field(() => ID, { description: "ID of the sync run." })
  @MaxLength(64)
  runId: string;
}
