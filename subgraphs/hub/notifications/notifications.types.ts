import { ArrayMaxSize, ArrayMinSize, IsIn, ValidateNested } from "class-validator";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import {
  notificationChannels,
  notificationNames,
  type NotificationChannel,
  type NotificationName,
} from "./notification-events.ts";

const eventWords = `Event: ${notificationNames.map((name) => `\`${name}\``).join(", ")}.`;
const channelWords = "Channel of the notification: `email`.";

@ObjectType({ description: "Whether an account gets one notification by one channel." })
export class NotificationPreference {
  @Field(() => String, { description: eventWords })
  event: NotificationName;
  @Field(() => String, { description: channelWords })
  channel: NotificationChannel;
  @Field(() => Boolean, { description: "True when the notification is sent." })
  enabled: boolean;
  @Field(() => String, { description: "What the notification is about." })
  description: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the notification cannot be switched off; null when it can.",
  })
  mandatory: string | null;
}

@ObjectType({ description: "Notification preferences of an account." })
export class NotificationPreferences {
  @Field(() => [NotificationPreference], { description: "One preference per event and channel." })
  preferences: NotificationPreference[];
  @Field(() => Int, { description: "Number of preferences in this list." })
  total: number;
}

@InputType({ description: "Change of one notification preference." })
export class NotificationPreferenceInput {
  @Field(() => String, { description: eventWords })
  @IsIn(notificationNames)
  event: NotificationName;
  @Field(() => String, { description: channelWords })
  @IsIn(notificationChannels)
  channel: NotificationChannel;
  @Field(() => Boolean, { description: "False to stop the notification." })
  enabled: boolean;
}

@InputType({ description: "Changes of notification preferences. Others stay as they are." })
export class UpdateNotificationPreferencesInput {
  @Field(() => [NotificationPreferenceInput], { description: "Preferences to change." })
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  preferences: NotificationPreferenceInput[];
}
