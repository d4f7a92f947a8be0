import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { PropertyContext } from "../property.context.ts";
import { listSyncRuns, readSyncRun, startSourceSync } from "./data-sources.service.ts";
import * as types from "./data-sources.types.ts";
import { readSourcesStatus } from "./status.service.ts";

@Resolver()
export class DataSourcesResolver {
  @Query(() => types.DataSourcesStatus, {
    description: "How every source of building data is doing, and how old its data are.",
  })
  dataSourcesStatus(@Ctx() ctx: PropertyContext): Promise<types.DataSourcesStatus> {
    return readSourcesStatus(ctx);
  }

  @Query(() => types.SourceSyncRunPage, { description: "The runs of a data source, newest first." })
  sourceSyncRuns(
    @Ctx() ctx: PropertyContext,
    @Args(() => types.SourceSyncRunsArgs) args: types.SourceSyncRunsArgs,
  ): Promise<types.SourceSyncRunPage> {
    return listSyncRuns(ctx, args);
  }

  @Query(() => types.SourceSyncRunDetails, {
    description: "One run of a data source: how far it is, and which rows it could not use.",
  })
  sourceSyncRun(
    @Ctx() ctx: PropertyContext,
    @Args(() => types.SourceSyncRunArgs) { runId }: types.SourceSyncRunArgs,
  ): Promise<types.SourceSyncRunDetails> {
    return readSyncRun(ctx, runId);
  }

  @Mutation(() => types.SourceSyncStart, { description: "Reads a data source now, in the background." })
  startSourceSync(
    @Ctx() ctx: PropertyContext,
    @Arg("input", () => types.StartSourceSyncInput) input: types.StartSourceSyncInput,
  ): Promise<types.SourceSyncStart> {
    return startSourceSync(ctx, input);
  }
}
