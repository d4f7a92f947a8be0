import { IsEmail, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";
import { BookingSetupStatus } from "./setup.types.ts";

@ObjectType({ description: "A person, room or desk that takes bookings." })
export class BookingProvider {
  @Field(() => ID, { description: "Unique ID of the provider, prefixed `prv_`." })
  id: string;
  @Field(() => String, { description: "Name of the person, room or desk." })
  name: string;
  @Field(() => String, { nullable: true, description: "Email address of the provider. Null when not set." })
  email: string | null;
  @Field(() => String, { description: "IANA time zone of the provider's working hours." })
  timezone: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the location where the provider works. Null when not set.",
  })
  locationId: string | null;
  @Field(() => BookingSetupStatus, { description: "Whether the provider accepts new bookings." })
  status: BookingSetupStatus;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the provider was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the provider's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of providers, newest first." })
export class BookingProviderPage extends countedPageOf(BookingProvider, "providers", {
  total: "Providers that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A new person, room or desk that takes bookings." })
export class CreateProviderInput {
  @Field(() => String, { description: "Name of the person, room or desk, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Email address of the provider, up to 254 characters.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, {
    description: "IANA time zone of the provider's working hours, such as America/New_York.",
  })
  @MaxLength(64)
  timezone: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the location where the provider works. Default: no location.",
  })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
}

@ArgsType()
export class BookingProvidersArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only providers who offer this service." })
  @IsOptional()
  @MaxLength(64)
  serviceId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only providers who work at this location." })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
}

@ArgsType()
export class BookingProviderArgs {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
}
