import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { BookingPolicy } from "../setup/setup.types.ts";
import { BookingStatus } from "./bookings.types.ts";

@ArgsType()
export class BookingArgs {
  @Field(() => ID, { description: "ID of the booking." })
  @MaxLength(64)
  bookingId: string;
}

@ArgsType()
export class PreviewCancellationArgs extends BookingArgs {
  @Field(() => Date, { nullable: true, description: "Assumed time of the cancellation. Default: now." })
  at?: Date | null;
}

@ObjectType({ description: "The fee that cancelling a booking would cost." })
export class CancellationPreview {
  @Field(() => MoneyScalar, {
    description: "Cancellation fee in major units of `currency`. 0 when cancelling is free.",
  })
  fee: number;
  @Field(() => String, { description: "ISO 4217 currency code of the fee." })
  currency: string;
  @Field(() => BookingPolicy, {
    nullable: true,
    description: "Policy in force when the booking was made. Null: cancelling is free.",
  })
  policy: BookingPolicy | null;
}

@ArgsType()
export class BookingsArgs extends PageArgs {
  @Field(() => Date, { nullable: true, description: "Only bookings that start at or after this time." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only bookings that start before this time." })
  to?: Date | null;
  @Field(() => ID, { nullable: true, description: "Only bookings with this provider." })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only bookings of this service." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
  @Field(() => BookingStatus, { nullable: true, description: "Only bookings with this status." })
  status?: BookingStatus | null;
  @Field(() => String, {
    nullable: true,
    description: "Only bookings of the customer with this email address, ignoring case.",
  })
  @IsOptional()
  @MaxLength(254)
  clientEmail?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "Only bookings of this customer, whatever their email address.",
  })
  @IsOptional()
  @MaxLength(64)
  customerId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only bookings of this series." })
  @IsOptional()
  @MaxLength(64)
  seriesId?: string | null;
}
