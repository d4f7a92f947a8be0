import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import * as types from "./background-jobs.types.ts";
import {
  discardDeadLetter,
  listDeadLetters,
  listQueues,
  readDeadLetter,
  retryDeadLetter,
  retryDeadLetters,
} from "./dead-letters.service.ts";

@Resolver()
export class BackgroundJobsResolver {
  @Query(() => types.JobQueueList, {
    description:
      "Lists the queues of background jobs with depth, oldest job and failures. Administrators only.",
  })
  jobQueues(@Ctx() ctx: HubContext): Promise<types.JobQueueList> {
    return listQueues(ctx);
  }

  @Query(() => types.DeadLetterPage, {
    description: "Lists background jobs that failed for good, newest first. Administrators only.",
  })
  deadLetters(
    @Ctx() ctx: HubContext,
    @Args(() => types.DeadLetterArgs) args: types.DeadLetterArgs,
  ): Promise<types.DeadLetterPage> {
    return listDeadLetters(ctx, args);
  }

  @Query(() => types.DeadLetter, {
    description: "Returns one background job that failed for good. Administrators only.",
  })
  deadLetter(
    @Ctx() ctx: HubContext,
    @Arg("jobId", () => ID, { description: "ID of the job." }) jobId: string,
  ): Promise<types.DeadLetter> {
    return readDeadLetter(ctx, jobId);
  }

  @Mutation(() => types.DeadLetterChange, { description: "Gives a failed background job one more attempt." })
  retryDeadLetter(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.DeadLetterInput) input: types.DeadLetterInput,
  ): Promise<types.DeadLetterChange> {
    return retryDeadLetter(ctx, input);
  }

  @Mutation(() => types.RetriedDeadLetters, {
    description: "Gives failed background jobs of a queue one more attempt, up to 500 per request.",
  })
  retryDeadLetters(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.RetryDeadLettersInput) input: types.RetryDeadLettersInput,
  ): Promise<types.RetriedDeadLetters> {
    return retryDeadLetters(ctx, input);
  }

  @Mutation(() => types.DeadLetterChange, {
    description: "Deletes a failed background job, so that it never runs again.",
  })
  discardDeadLetter(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.DeadLetterInput) input: types.DeadLetterInput,
  ): Promise<types.DeadLetterChange> {
    return discardDeadLetter(ctx, input);
  }
}
