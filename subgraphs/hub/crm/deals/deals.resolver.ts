import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import {
  CloseDealInput,
  CreateDealInput,
  DealsArgs,
  MoveDealStageInput,
  UpdateDealInput,
} from "./deal-inputs.types.ts";
import { closeDeal, moveDealStage } from "./deal-stages.service.ts";
import { CrmDeal, CrmDealPage } from "./deal.types.ts";
import { createDeal, listDeals, readDeal, updateDeal } from "./deals.service.ts";
import {
  CrmPipeline,
  CrmPipelines,
  CrmPipelineSummary,
  PipelineSummaryArgs,
  SavePipelineInput,
} from "./pipeline.types.ts";
import { listPipelines, savePipeline, summarizePipeline } from "./pipelines.service.ts";

@Resolver()
export class DealsResolver {
  @Query(() => CrmDealPage, { description: "Lists deals of the account, newest first." })
  deals(@Ctx() ctx: HubContext, @Args(() => DealsArgs) args: DealsArgs): Promise<CrmDealPage> {
    return listDeals(ctx, args);
  }

  @Query(() => CrmDeal, { description: "Returns one deal with its history." })
  deal(
    @Ctx() ctx: HubContext,
    @Arg("dealId", () => ID, { description: "ID of the deal to read." }) dealId: string,
  ): Promise<CrmDeal> {
    return readDeal(ctx, dealId);
  }

  @Query(() => CrmPipelines, { description: "Lists the sales pipelines of the account with their stages." })
  pipelines(@Ctx() ctx: HubContext): Promise<CrmPipelines> {
    return listPipelines(ctx);
  }

  @Query(() => CrmPipelineSummary, {
    description: "Sums the deals of a pipeline by stage, with a forecast weighted by probability.",
  })
  pipelineSummary(
    @Ctx() ctx: HubContext,
    @Args(() => PipelineSummaryArgs) args: PipelineSummaryArgs,
  ): Promise<CrmPipelineSummary> {
    return summarizePipeline(ctx, args);
  }

  @Mutation(() => CrmDeal, { description: "Creates a deal in a stage of a pipeline." })
  createDeal(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CreateDealInput, { description: "Deal to create." }) input: CreateDealInput,
  ): Promise<CrmDeal> {
    return createDeal(ctx, input);
  }

  @Mutation(() => CrmDeal, { description: "Updates a deal, but not its stage." })
  updateDeal(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateDealInput, { description: "Deal ID and the fields to change." })
    input: UpdateDealInput,
  ): Promise<CrmDeal> {
    return updateDeal(ctx, input);
  }

  @Mutation(() => CrmDeal, { description: "Moves a deal to another stage and records it in the history." })
  moveDealStage(
    @Ctx() ctx: HubContext,
    @Arg("input", () => MoveDealStageInput, { description: "Deal and its new stage." })
    input: MoveDealStageInput,
  ): Promise<CrmDeal> {
    return moveDealStage(ctx, input);
  }

  @Mutation(() => CrmDeal, { description: "Closes a deal as won or lost." })
  closeDeal(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CloseDealInput, { description: "Deal and how it ended." }) input: CloseDealInput,
  ): Promise<CrmDeal> {
    return closeDeal(ctx, input);
  }

  @Mutation(() => CrmPipeline, { description: "Creates a pipeline, or replaces its name and stages." })
  savePipeline(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SavePipelineInput, { description: "Pipeline with all its stages." })
    input: SavePipelineInput,
  ): Promise<CrmPipeline> {
    return savePipeline(ctx, input);
  }
}
