import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsOptional,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

export const WaitlistStatus = {
  waiting: "waiting",
  offered: "offered",
  accepted: "accepted",
  lapsed: "lapsed",
  left: "left",
} as const;
export type WaitlistStatus = keyof typeof WaitlistStatus;
registerEnumType(WaitlistStatus, {
  name: "WaitlistStatus",
  description: "Status of a waitlist entry.",
  valuesConfig: {
    waiting: { description: "The customer waits for a slot." },
    offered: { description: "A slot is held for the customer until the offer expires." },
    accepted: { description: "The offered slot was booked." },
    lapsed: { description: "The offer expired without a booking. Another slot can be offered." },
    left: { description: "The customer left the waitlist." },
  },
});

@ObjectType({ description: "A period in which a customer wants an appointment." })
export class WaitlistWindow {
  @Field(() => Date, { description: "Earliest start of the appointment." })
  from: Date;
  @Field(() => Date, { description: "Latest end of the appointment." })
  to: Date;
}

@ObjectType({ description: "A slot that is held for a customer of the waitlist." })
export class WaitlistOffer {
  @Field(() => ID, { description: "ID of the waitlist entry." })
  entryId: string;
  @Field(() => ID, {
    description:
      "ID of the hold. Pass it to `createBooking` with the customer's email address to accept the offer.",
  })
  holdId: string;
  @Field(() => ID, { description: "ID of the provider whose time is held." })
  providerId: string;
  @Field(() => Date, { description: "Start time of the offered slot." })
  start: Date;
  @Field(() => Date, { description: "End time of the offered slot." })
  end: Date;
  @Field(() => Date, { description: "Time the offer expires and the slot goes to the next customer." })
  expiresAt: Date;
}

@ObjectType({ description: "A customer who waits for a slot of a service." })
export class WaitlistEntry {
  @Field(() => ID, { description: "Unique ID of the waitlist entry, prefixed `wle_`." })
  id: string;
  @Field(() => ID, { description: "ID of the service." })
  serviceId: string;
  @Field(() => ID, { nullable: true, description: "ID of the wanted provider. Null: any provider." })
  providerId: string | null;
  @Field(() => ID, { description: "ID of the customer, prefixed `bcu_`." })
  customerId: string;
  @Field(() => String, { description: "Email address of the customer, who receives offers." })
  clientEmail: string;
  @Field(() => [WaitlistWindow], { description: "Periods in which the customer wants an appointment." })
  windows: WaitlistWindow[];
  @Field(() => WaitlistStatus, { description: "Current status of the entry." })
  status: WaitlistStatus;
  @Field(() => WaitlistOffer, {
    nullable: true,
    description: "Last offer to the customer, current or not. Null before the first one.",
  })
  offer: WaitlistOffer | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the booking of the accepted offer. Null without one.",
  })
  bookingId: string | null;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the customer joined. First come, first served." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the entry's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of waitlist entries, longest waiting first." })
export class WaitlistPage extends countedPageOf(WaitlistEntry, "entries", {
  total: "Entries that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A period in which a customer wants an appointment." })
export class WaitlistWindowInput {
  @Field(() => Date, { description: "Earliest start of the appointment." })
  from: Date;
  @Field(() => Date, { description: "Latest end of the appointment, in the future and after `from`." })
  to: Date;
}

@InputType({ description: "A customer who waits for a slot of a service." })
export class JoinWaitlistInput {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => String, { description: "Email address of the customer, who receives offers." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  clientEmail: string;
  @Field(() => [WaitlistWindowInput], {
    description: "Periods in which the customer wants an appointment, 1 to 20.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  windows: WaitlistWindowInput[];
  @Field(() => ID, { nullable: true, description: "ID of the wanted provider. Default: any provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
}

@ArgsType()
export class WaitlistArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only entries for this service." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
  @Field(() => WaitlistStatus, {
    nullable: true,
    description: "Only entries with this status. Default: all.",
  })
  status?: WaitlistStatus | null;
}

@InputType({ description: "A waitlist entry, identified by its ID." })
export class WaitlistEntryInput {
  @Field(() => ID, { description: "ID of the waitlist entry." })
  @MaxLength(64)
  entryId: string;
}

@InputType({ description: "A slot to hold for a customer of the waitlist." })
export class OfferWaitlistSlotInput extends WaitlistEntryInput {
  @Field(() => Date, { description: "Start time of a free slot within the customer's windows." })
  start: Date;
  @Field(() => Int, {
    description: "Minutes until the offer expires, 5 to 1,440. It never outlasts the start of the slot.",
  })
  @Min(5)
  @Max(1440)
  ttlMinutes: number;
}

@ObjectType({ description: "Result of leaving the waitlist." })
export class LeftWaitlist {
  @Field(() => Boolean, { description: "Always true: the customer no longer waits." })
  left: boolean;
}
