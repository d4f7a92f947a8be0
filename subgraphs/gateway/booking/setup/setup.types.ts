import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { VideoCalls } from "../bookings/video.types.ts";
import { ProviderAssignment, ProviderWeight } from "./service-providers.types.ts";

export const BookingSetupStatus = { active: "active", archived: "archived" } as const;
export type BookingSetupStatus = keyof typeof BookingSetupStatus;
registerEnumType(BookingSetupStatus, {
  name: "BookingSetupStatus",
  description: "Status of a booking service or provider.",
  valuesConfig: {
    active: { description: "Open for new bookings." },
    archived: { description: "Closed for new bookings; existing bookings remain." },
  },
});

@ObjectType({ description: "A cancellation fee that applies within a number of hours before the start." })
export class CancellationTier {
  @Field(() => Int, { description: "Hours before the start within which the fee applies." })
  hoursBefore: number;
  @Field(() => Int, { description: "Fee as a percentage of the booking price, 0 to 100." })
  feePercent: number;
}

@ObjectType({ description: "Fees for late cancellations and no-shows." })
export class BookingPolicy {
  @Field(() => [CancellationTier], {
    description: "Cancellation fees, ordered by hours before the start, shortest first.",
  })
  tiers: CancellationTier[];
  @Field(() => Int, { description: "No-show fee as a percentage of the booking price, 0 to 100." })
  noShowFeePercent: number;
}

@ObjectType({ description: "A service that customers can book." })
export class BookingService {
  @Field(() => ID, { description: "Unique ID of the service, prefixed `svc_`." })
  id: string;
  @Field(() => String, { description: "Service name shown to customers." })
  name: string;
  @Field(() => Int, { description: "Length of one appointment in minutes." })
  durationMin: number;
  @Field(() => MoneyScalar, { description: "Price per seat in major units of `currency`, such as 45.5." })
  price: number;
  @Field(() => String, { description: "ISO 4217 currency code of the price: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => Int, { description: "Minutes kept free before each booking." })
  bufferBeforeMin: number;
  @Field(() => Int, { description: "Minutes kept free after each booking." })
  bufferAfterMin: number;
  @Field(() => Int, { description: "Minutes from one possible start to the next." })
  slotStepMin: number;
  @Field(() => Int, { description: "Minimum notice in minutes between booking and start." })
  minNoticeMin: number;
  @Field(() => Int, { description: "Maximum number of days between booking and start." })
  maxAdvanceDays: number;
  @Field(() => Int, { description: "Seats per start time with one provider." })
  capacity: number;
  @Field(() => Int, {
    description: "Deposit that the booking page asks for, in percent of the price. 0: none.",
  })
  depositPercent: number;
  @Field(() => Boolean, { description: "True when new bookings stay pending until you confirm them." })
  requiresApproval: boolean;
  @Field(() => String, {
    nullable: true,
    description:
      "IANA time zone of the service. Null: that of the providers' location if they share one, else the account's.",
  })
  timezone: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Category used to group and filter services. Null when not set.",
  })
  category: string | null;
  @Field(() => ProviderAssignment, {
    description: "How the service chooses among free providers when the customer names none.",
  })
  assignment: ProviderAssignment;
  @Field(() => VideoCalls, { description: "Video calls that new bookings get." })
  videoCalls: VideoCalls;
  @Field(() => [ID], { description: "IDs of the providers who offer the service." })
  providerIds: string[];
  @Field(() => [ProviderWeight], { description: "Shares of these providers with `round_robin`." })
  providerWeights: ProviderWeight[];
  @Field(() => [ID], { description: "IDs of the rooms and equipment that each booking of the service uses." })
  resourceIds: string[];
  @Field(() => BookingPolicy, {
    nullable: true,
    description: "Cancellation and no-show fees of the service. Null: cancelling is free.",
  })
  policy: BookingPolicy | null;
  @Field(() => BookingSetupStatus, { description: "Whether the service accepts new bookings." })
  status: BookingSetupStatus;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the service was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the service's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of services, newest first." })
export class BookingServicePage extends countedPageOf(BookingService, "services", {
  total: "Services that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

/** What may be said of a service when it is made and later. */
@InputType()
abstract class ServiceDetailsInput {
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Price per seat in major units of the currency. New services default to 0.",
  })
  @IsOptional()
  @Min(0)
  price?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Minutes to keep free before each booking, 0 to 720. New services default to 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(720)
  bufferBeforeMin?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Minutes to keep free after each booking, 0 to 720. New services default to 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(720)
  bufferAfterMin?: number | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Minutes from one possible start to the next, 5 to 1,440. New services default to their duration.",
  })
  @IsOptional()
  @Min(5)
  @Max(1440)
  slotStepMin?: number | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Minimum notice in minutes between booking and start, 0 to 525,600. New services default to 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(525_600)
  minNoticeMin?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of days between booking and start, 1 to 730. New services default to 90.",
  })
  @IsOptional()
  @Min(1)
  @Max(730)
  maxAdvanceDays?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Seats per start time with one provider, 1 to 1,000. New services default to 1.",
  })
  @IsOptional()
  @Min(1)
  @Max(1000)
  capacity?: number | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Deposit that customers pay on the booking page, 0 to 100 percent of the price. New services default to 0: none.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  depositPercent?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether new bookings stay pending until you confirm them. New services default to false.",
  })
  requiresApproval?: boolean | null;
  @Field(() => ProviderAssignment, {
    nullable: true,
    description:
      "How to choose among free providers when the customer names none. New services default to least_busy.",
  })
  assignment?: ProviderAssignment | null;
  @Field(() => VideoCalls, {
    nullable: true,
    description:
      "Video calls that bookings from now on get, through the provider's connected calendar. New services default to none.",
  })
  videoCalls?: VideoCalls | null;
  @Field(() => String, {
    nullable: true,
    description:
      "IANA time zone of the service, such as Europe/Berlin. Null: that of the providers' location if they share one, else the account's.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Category used to group and filter services, up to 100 characters. Null: no category.",
  })
  @IsOptional()
  @MaxLength(100)
  category?: string | null;
}

@InputType({ description: "Settings of a new bookable service." })
export class CreateServiceInput extends ServiceDetailsInput {
  @Field(() => String, { description: "Service name shown to customers, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => Int, { description: "Length of one appointment in minutes, 5 to 1,440." })
  @Min(5)
  @Max(1440)
  durationMin: number;
  @Field(() => String, {
    nullable: true,
    description: "ISO 4217 currency code: USD (default), CAD, EUR or GBP.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@InputType({ description: "Changes to a service. Omitted fields and existing bookings stay unchanged." })
export class UpdateServiceInput extends ServiceDetailsInput {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => String, { nullable: true, description: "New service name, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => Int, { nullable: true, description: "New length of one appointment in minutes, 5 to 1,440." })
  @IsOptional()
  @Min(5)
  @Max(1440)
  durationMin?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. A different version returns VERSION_CONFLICT.",
  })
  version?: number | null;
}

@InputType({ description: "A cancellation fee that applies within a number of hours before the start." })
export class CancellationTierInput {
  @Field(() => Int, { description: "Hours before the start within which the fee applies, 1 to 8,760." })
  @Min(1)
  @Max(8760)
  hoursBefore: number;
  @Field(() => Int, { description: "Fee as a percentage of the booking price, 0 to 100." })
  @Min(0)
  @Max(100)
  feePercent: number;
}

@InputType({ description: "Cancellation and no-show fees for a service." })
export class SetCancellationPolicyInput {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => [CancellationTierInput], {
    description: "Cancellation fees, at most 10. A tier with more hours must have a lower fee.",
  })
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  tiers: CancellationTierInput[];
  @Field(() => Int, {
    defaultValue: 0,
    description: "No-show fee as a percentage of the booking price, 0 to 100.",
  })
  @Min(0)
  @Max(100)
  noShowFeePercent: number;
}
