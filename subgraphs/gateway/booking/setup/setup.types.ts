import {
  ArrayMaxSize,
  IsEmail,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const BookingSetupStatus = { active: "active", archived: "archived" } as const;
export type BookingSetupStatus = keyof typeof BookingSetupStatus;
registerEnumType(BookingSetupStatus, {
  name: "BookingSetupStatus",
  description: "What is archived takes no new bookings.",
});

@ObjectType({ description: "A fee for cancelling too late." })
export class CancellationTier {
  @Field(() => Int, { description: "Cancelling later than so many hours before the start costs the fee." })
  hoursBefore: number;
  @Field(() => Int, { description: "Of the price." })
  feePercent: number;
}

@ObjectType({ description: "What cancelling and not coming cost." })
export class BookingPolicy {
  @Field(() => [CancellationTier], { description: "Shortest time first." })
  tiers: CancellationTier[];
  @Field(() => Int, { description: "Of the price." })
  noShowFeePercent: number;
}

@ObjectType({ description: "What can be booked." })
export class BookingService {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => Int)
  durationMin: number;
  @Field(() => MoneyScalar)
  price: number;
  @Field(() => String)
  currency: string;
  @Field(() => Int, { description: "Kept free before each booking." })
  bufferBeforeMin: number;
  @Field(() => Int, { description: "Kept free after each booking." })
  bufferAfterMin: number;
  @Field(() => Int, { description: "From one start to the next." })
  slotStepMin: number;
  @Field(() => Int, { description: "A booking is made at least so long before its start." })
  minNoticeMin: number;
  @Field(() => Int, { description: "A booking is made at most so long before its start." })
  maxAdvanceDays: number;
  @Field(() => Int, { description: "Seats of one start with one provider." })
  capacity: number;
  @Field(() => Boolean, { description: "True when bookings wait for a confirmation." })
  requiresApproval: boolean;
  @Field(() => String, { nullable: true, description: "IANA name; the account's zone when null." })
  timezone: string | null;
  @Field(() => String, { nullable: true })
  category: string | null;
  @Field(() => [ID], { description: "Who gives it." })
  providerIds: string[];
  @Field(() => BookingPolicy, { nullable: true, description: "Cancelling is free when null." })
  policy: BookingPolicy | null;
  @Field(() => BookingSetupStatus)
  status: BookingSetupStatus;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of services, newest first." })
export class BookingServicePage extends countedPageOf(BookingService, "services", {
  total: "Services that fit the filter, on all pages.",
  nextCursor: nextPage,
}) {}

/** What may be said of a service when it is made and later. */
@InputType()
abstract class ServiceDetailsInput {
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0)
  price?: number | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(720)
  bufferBeforeMin?: number | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(720)
  bufferAfterMin?: number | null;
  @Field(() => Int, { nullable: true, description: "From one start to the next; the duration at first." })
  @IsOptional()
  @Min(5)
  @Max(1440)
  slotStepMin?: number | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(525_600)
  minNoticeMin?: number | null;
  @Field(() => Int, { nullable: true, description: "90 at first." })
  @IsOptional()
  @Min(1)
  @Max(730)
  maxAdvanceDays?: number | null;
  @Field(() => Int, { nullable: true, description: "Seats of one start with one provider; 1 at first." })
  @IsOptional()
  @Min(1)
  @Max(1000)
  capacity?: number | null;
  @Field(() => Boolean, { nullable: true })
  requiresApproval?: boolean | null;
  @Field(() => String, { nullable: true, description: "IANA name; the account's zone when null." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  category?: string | null;
}

@InputType({ description: "What can be booked." })
export class CreateServiceInput extends ServiceDetailsInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => Int)
  @Min(5)
  @Max(1440)
  durationMin: number;
  @Field(() => String, { nullable: true, description: "USD (the default), CAD, EUR or GBP." })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@InputType({ description: "What to change; bookings that exist keep what they were made with." })
export class UpdateServiceInput extends ServiceDetailsInput {
  @Field(() => ID)
  @MaxLength(64)
  serviceId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(5)
  @Max(1440)
  durationMin?: number | null;
  @Field(() => Int, { nullable: true, description: "The version that the change is based on." })
  version?: number | null;
}

@InputType({ description: "Who gives a service." })
export class SetServiceProvidersInput {
  @Field(() => ID)
  @MaxLength(64)
  serviceId: string;
  @Field(() => [ID], { description: "All of them; whoever is left out gives it no more." })
  @ArrayMaxSize(200)
  @MaxLength(64, { each: true })
  providerIds: string[];
}

@InputType({ description: "A fee for cancelling too late." })
export class CancellationTierInput {
  @Field(() => Int, { description: "Cancelling later than so many hours before the start costs the fee." })
  @Min(1)
  @Max(8760)
  hoursBefore: number;
  @Field(() => Int, { description: "Of the price." })
  @Min(0)
  @Max(100)
  feePercent: number;
}

@InputType({ description: "What cancelling and not coming cost." })
export class SetCancellationPolicyInput {
  @Field(() => ID)
  @MaxLength(64)
  serviceId: string;
  @Field(() => [CancellationTierInput], { description: "The longer before the start, the lower the fee." })
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  tiers: CancellationTierInput[];
  @Field(() => Int, { defaultValue: 0, description: "Of the price." })
  @Min(0)
  @Max(100)
  noShowFeePercent: number;
}

@ArgsType()
export class BookingServiceArgs {
  @Field(() => ID)
  @MaxLength(64)
  serviceId: string;
}

@ArgsType()
export class BookingServicesArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  category?: string | null;
  @Field(() => BookingSetupStatus, { nullable: true, description: "Active ones when left out." })
  status?: BookingSetupStatus | null;
}

@ObjectType({ description: "A person or desk that takes bookings." })
export class BookingProvider {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  email: string | null;
  @Field(() => String, { description: "IANA name: the clock that the working hours are read by." })
  timezone: string;
  @Field(() => BookingSetupStatus)
  status: BookingSetupStatus;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of providers, newest first." })
export class BookingProviderPage extends countedPageOf(BookingProvider, "providers", {
  total: "Providers that fit the filter, on all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A person or desk that takes bookings." })
export class CreateProviderInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, { description: "IANA name: the clock that the working hours are read by." })
  @MaxLength(64)
  timezone: string;
}

@ArgsType()
export class BookingProvidersArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only those who give this service." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
}

@ArgsType()
export class BookingProviderArgs {
  @Field(() => ID)
  @MaxLength(64)
  providerId: string;
}
