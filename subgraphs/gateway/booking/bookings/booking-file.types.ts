import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { BookingArgs } from "./bookings.types.ts";

@ArgsType()
export class BookingFileArgs extends BookingArgs {
  @Field(() => Boolean, { nullable: true, description: "True for the bytes of the file instead of JSON." })
  download?: boolean | null;
}

@ObjectType({ description: "A booking as a file." })
export class BookingFile {
  @Field(() => ID)
  bookingId: string;
  @Field(() => String)
  filename: string;
  @Field(() => String, { description: "`text/calendar`." })
  contentType: string;
  @Field(() => String, { description: "`utf8`." })
  encoding: string;
  @Field(() => String)
  content: string;
  @Field(() => Int, { description: "Bytes of the file." })
  size: number;
}
