import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";

@ArgsType()
export class CalendarFeedUrlArgs {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
}

@InputType({ description: "A provider whose calendar feed gets a new URL." })
export class RotateCalendarFeedInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
}

@ObjectType({ description: "Address of a provider's private calendar feed." })
export class CalendarFeedUrl {
  @Field(() => String, {
    description: "URL of the feed, to subscribe to in a calendar app. Anyone who has it can read the feed.",
  })
  url: string;
}

@ArgsType()
export class CalendarFeedArgs {
  @Field(() => String, { description: "Secret token: the last path segment of the feed's URL." })
  @MaxLength(120)
  token: string;
  @Field(() => Boolean, { nullable: true, description: "False returns JSON instead of the raw file." })
  download?: boolean | null;
}

@ObjectType({ description: "A provider's bookings as an iCalendar file." })
export class CalendarFeed {
  @Field(() => String, { description: "Suggested file name, ending in `.ics`." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, always `text/calendar`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`, always `utf8`." })
  encoding: string;
  @Field(() => String, { description: "iCalendar text of the file." })
  content: string;
  @Field(() => Int, { description: "File size in bytes." })
  size: number;
}
