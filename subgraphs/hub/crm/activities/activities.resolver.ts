import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { listActivities, logActivity } from "./activities.service.ts";
import { ActivitiesArgs, CrmActivity, CrmActivityPage, LogActivityInput } from "./activity.types.ts";

@Resolver()
export class ActivitiesResolver {
  @Query(() => CrmActivityPage, {
    description: "Lists activities of a contact, a deal or the whole account, latest first.",
  })
  activities(
    @Ctx() ctx: HubContext,
    @Args(() => ActivitiesArgs) args: ActivitiesArgs,
  ): Promise<CrmActivityPage> {
    return listActivities(ctx, args);
  }

  @Mutation(() => CrmActivity, { description: "Logs a note, call, e-mail, text or meeting with a contact." })
  logActivity(
    @Ctx() ctx: HubContext,
    @Arg("input", () => LogActivityInput, { description: "Activity to log." }) input: LogActivityInput,
  ): Promise<CrmActivity> {
    return logActivity(ctx, input);
  }
}
