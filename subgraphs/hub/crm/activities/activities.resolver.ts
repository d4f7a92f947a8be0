import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { CrmContact } from "../contacts/contact.types.ts";
import { listActivities, loadLatestActivities, logActivity } from "./activities.service.ts";
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

@Resolver(() => CrmContact)
export class ContactActivitiesResolver {
  @FieldResolver(() => [CrmActivity], {
    description: "Latest activities with the contact, the newest first; at most 10.",
  })
  latestActivities(@Ctx() ctx: HubContext, @Root() contact: CrmContact): Promise<CrmActivity[]> {
    return loadLatestActivities(ctx, contact.contactId);
  }
}
