import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { BookingArgs } from "./read-bookings.types.ts";

@ArgsType()
export class BookingFileArgs extends BookingArgs {
  @Field(() => Boolean, { nullable: true, description: "Whether REST returns the raw file instead of JSON." })
  download?: boolean | null;
}

@ObjectType({ description: "A booking exported as an iCalendar file." })
export class BookingFile {
  @Field(() => ID, { description: "ID of the exported booking." })
  bookingId: string;
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
