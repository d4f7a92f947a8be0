import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { PropertyContext } from "../property.context.ts";
import { listSyncRuns, readSyncRun, startSourceSync } from "./data-sources.service.ts";
import * as types from "./data-sources.types.ts";
import { readSourcesStatus } from "./status.service.ts";
import * as runs from "./sync-runs.types.ts";

@Resolver()
export class DataSourcesResolver {
  @Query(() => types.DataSourcesStatus, {
    description: "Returns the health and data age of all building data sources.",
  })
  dataSourcesStatus(@Ctx() ctx: PropertyContext): Promise<types.DataSourcesStatus> {
    return readSourcesStatus(ctx);
  }

  @Query(() => runs.SourceSyncRunPage, {
    description: "Lists the sync runs of a data source, newest first.",
  })
  sourceSyncRuns(
    @Ctx() ctx: PropertyContext,
    @Args(() => runs.SourceSyncRunsArgs) args: runs.SourceSyncRunsArgs,
  ): Promise<runs.SourceSyncRunPage> {
    return listSyncRuns(ctx, args);
  }

  @Query(() => runs.SourceSyncRunDetails, {
    description: "Returns a sync run with its progress and rejected rows.",
  })
  sourceSyncRun(
    @Ctx() ctx: PropertyContext,
    @Args(() => runs.SourceSyncRunArgs) { runId }: runs.SourceSyncRunArgs,
  ): Promise<runs.SourceSyncRunDetails> {
    return readSyncRun(ctx, runId);
  }

  @Mutation(() => runs.SourceSyncStart, { description: "Starts a background sync of a data source." })
  startSourceSync(
    @Ctx() ctx: PropertyContext,
    @Arg("input", () => runs.StartSourceSyncInput, { description: "Data source to sync." })
    input: runs.StartSourceSyncInput,
  ): Promise<runs.SourceSyncStart> {
    return startSourceSync(ctx, input);
  }
}
