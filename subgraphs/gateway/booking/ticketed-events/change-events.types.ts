import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { EventInput } from "./events.types.ts";

const notBlank = { message: "must not be blank" };

@InputType({ description: "Changes to an event. Omitted fields stay unchanged." })
export class UpdateEventInput extends EventInput {
  @Field(() => String, { nullable: true, description: "Event title shown to guests, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, notBlank)
  title?: string | null;
  @Field(() => Date, { nullable: true, description: "Start time of the event." })
  start?: Date | null;
  @Field(() => Date, { nullable: true, description: "End time of the event, in the future." })
  end?: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone for the event time shown to guests.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Maximum number of attendees, not below those registered. Null: limited by the tickets only.",
  })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  capacity?: number | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the location where the event takes place. Null: no location.",
  })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Event description for guests, up to 5,000 characters. Null: no description.",
  })
  @IsOptional()
  @MaxLength(5000)
  description?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Hours before the start until which guests can cancel by their link, with a full refund. Null: they cannot.",
  })
  @IsOptional()
  @Min(0)
  @Max(8760)
  refundHoursBefore?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to email guests about the change. Default: only when time or location changes.",
  })
  notifyAttendees?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}

@InputType({ description: "Changes to a ticket type. Omitted fields stay unchanged." })
export class UpdateTicketTypeInput {
  @Field(() => ID, { description: "ID of the ticket type." })
  @MaxLength(64)
  ticketTypeId: string;
  @Field(() => String, {
    nullable: true,
    description: "Ticket type name, unique per event, up to 100 characters.",
  })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  name?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Price per ticket of later registrations in US dollars, 0 to 100,000.",
  })
  @IsOptional()
  @Min(0)
  @Max(100_000)
  price?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of tickets of this type, 1 to 1,000,000, not below those sold.",
  })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  quantity?: number | null;
  @Field(() => Date, {
    nullable: true,
    description: "Start of ticket sales. Null: as soon as the event is published.",
  })
  salesFrom?: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "End of ticket sales (exclusive). Null: the end of the event.",
  })
  salesTo?: Date | null;
}

@InputType({ description: "A registration to cancel." })
export class CancelRegistrationInput {
  @Field(() => ID, { description: "ID of the registration." })
  @MaxLength(64)
  registrationId: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Whether to promise the guest a refund. The organizer pays refunds: the platform collects no ticket money.",
  })
  refund: boolean;
}
