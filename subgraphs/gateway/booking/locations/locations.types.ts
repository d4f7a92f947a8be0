import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";
import { BookingSetupStatus } from "../setup/setup.types.ts";

@ObjectType({ description: "A place where providers work or events take place." })
export class BookingLocation {
  @Field(() => ID, { description: "Unique ID of the location, prefixed `loc_`." })
  id: string;
  @Field(() => String, { description: "Name of the location." })
  name: string;
  @Field(() => String, { nullable: true, description: "Postal address of the location. Null when not set." })
  address: string | null;
  @Field(() => String, { description: "IANA time zone of the location." })
  timezone: string;
  @Field(() => BookingSetupStatus, { description: "Whether providers and events can be assigned to it." })
  status: BookingSetupStatus;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the location was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the location's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of locations, newest first." })
export class BookingLocationPage extends countedPageOf(BookingLocation, "locations", {
  total: "Active locations, across all pages.",
  nextCursor: nextPage,
}) {}

@ArgsType()
export class BookingLocationsArgs extends PageArgs {}

@InputType({ description: "A new place where providers work or events take place." })
export class CreateLocationInput {
  @Field(() => String, { description: "Name of the location, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Postal address that guests of events receive, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  address?: string | null;
  @Field(() => String, { description: "IANA time zone of the location, such as America/New_York." })
  @MaxLength(64)
  timezone: string;
}

@InputType({ description: "A location, identified by its ID." })
export class LocationIdInput {
  @Field(() => ID, { description: "ID of the location." })
  @MaxLength(64)
  locationId: string;
}

@InputType({ description: "Changes to a location. Omitted fields stay unchanged." })
export class UpdateLocationInput extends LocationIdInput {
  @Field(() => String, { nullable: true, description: "Name of the location, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Postal address of the location, up to 500 characters. Null: no address.",
  })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  address?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of the location. Existing bookings and working hours keep theirs.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}
