import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { readPreferences, updatePreferences } from "./notifications.service.ts";
import { NotificationPreferences, UpdateNotificationPreferencesInput } from "./notifications.types.ts";

@Resolver()
export class NotificationsResolver {
  @Query(() => NotificationPreferences, {
    description: "Lists the notifications of the account, and which of them are sent.",
  })
  notificationPreferences(@Ctx() ctx: HubContext): Promise<NotificationPreferences> {
    return readPreferences(ctx);
  }

  @Mutation(() => NotificationPreferences, {
    description: "Switches notifications of the account on or off. Mandatory ones stay on.",
  })
  updateNotificationPreferences(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateNotificationPreferencesInput) input: UpdateNotificationPreferencesInput,
  ): Promise<NotificationPreferences> {
    return updatePreferences(ctx, input);
  }
}
