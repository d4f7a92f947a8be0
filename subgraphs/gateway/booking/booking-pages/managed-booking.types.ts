import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, InputType, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { AvailableDay } from "../availability/availability.types.ts";
import { PublicPayment } from "../charges/charges.types.ts";
import { PublicBooking, PublicSlot } from "./public-booking.types.ts";

const tokenDescription = "Secret token of the customer's link.";

@ObjectType({ description: "A booking on the page of its customer's link." })
export class ManagedBooking extends PublicBooking {
  @Field(() => String, { description: "Heading of the page." })
  title: string;
  @Field(() => String, { description: "Language of the page, such as `de-CH`." })
  locale: string;
  @Field(() => Boolean, { description: "Whether the booking can be cancelled by the link." })
  canCancel: boolean;
  @Field(() => Boolean, {
    description: "Whether the booking can be moved by the link: as long as cancelling it is free.",
  })
  canReschedule: boolean;
  @Field(() => MoneyScalar, {
    description: "Fee in `currency`: of cancelling now, or the one recorded with the booking.",
  })
  fee: number;
  @Field(() => PublicPayment, {
    nullable: true,
    description: "Online payment of the deposit. Null when none is or was to be paid.",
  })
  payment: PublicPayment | null;
  @Field(() => MoneyScalar, {
    description: "Part of the paid deposit in `currency` that goes back when the booking is cancelled now.",
  })
  refundOnCancel: number;
  @Field(() => [AvailableDay], { description: "Days with free times to move to." })
  days: AvailableDay[];
  @Field(() => DateScalar, {
    nullable: true,
    description: "First of the days. Null when it cannot be moved.",
  })
  from: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Chosen day. Null before one is chosen." })
  date: string | null;
  @Field(() => [PublicSlot], { description: "Free times of the chosen day." })
  slots: PublicSlot[];
}

@ArgsType()
export class ManagedBookingArgs {
  @Field(() => String, { description: tokenDescription })
  @MaxLength(64)
  token: string;
  @Field(() => DateScalar, { nullable: true, description: "First day to show. Default: today." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Chosen day." })
  date?: string | null;
}

@InputType({ description: "The link of a customer whose deposit is to be paid." })
export class PayManagedBookingInput {
  @Field(() => String, { description: tokenDescription })
  @MaxLength(64)
  token: string;
}

@InputType({ description: "A new time for the booking of a customer's link." })
export class RescheduleManagedBookingInput {
  @Field(() => String, { description: tokenDescription })
  @MaxLength(64)
  token: string;
  @Field(() => Date, { description: "Start of the new time." })
  start: Date;
}

@InputType({ description: "The booking of a customer's link, and the fee that the customer has seen." })
export class CancelManagedBookingInput {
  @Field(() => String, { description: tokenDescription })
  @MaxLength(64)
  token: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Fee in major units that the customer accepts. Default: 0. A higher fee returns 422.",
  })
  @IsOptional()
  @Min(0)
  @Max(1_000_000_000)
  acceptedFee?: number | null;
}
