import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { BookingProvider } from "./provider.types.ts";
import { BookingService } from "./setup.types.ts";

@ObjectType({ description: "An archived service, with the bookings that remain." })
export class ArchivedBookingService extends BookingService {
  @Field(() => Int, { description: "Pending and confirmed bookings of the service that have not started." })
  futureBookings: number;
}

@ObjectType({ description: "An archived provider, with the bookings that were reassigned." })
export class ArchivedBookingProvider extends BookingProvider {
  @Field(() => Int, { description: "Number of future bookings given to another provider by this request." })
  reassignedBookings: number;
}

@InputType({ description: "A service, identified by its ID." })
export class ServiceIdInput {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
}

@InputType({ description: "Changes to a provider. Omitted fields stay unchanged." })
export class UpdateProviderInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => String, {
    nullable: true,
    description: "Name of the person, room or desk, up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Email address of the provider, up to 254 characters. Null: no address.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of the provider's working hours, such as America/New_York.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the location where the provider works. Null: no location.",
  })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether to change the time zone although the provider has future bookings.",
  })
  confirmTimezoneChange: boolean;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}

@InputType({ description: "A provider to archive, and who takes over." })
export class ArchiveProviderInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the provider who takes over all future bookings at the same times. Default: nobody.",
  })
  @IsOptional()
  @MaxLength(64)
  reassignTo?: string | null;
}
