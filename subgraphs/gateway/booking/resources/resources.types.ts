import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";
import { BookingSetupStatus } from "../setup/setup.types.ts";

const notBlank = { message: "must not be blank" };

@ObjectType({ description: "A room or equipment that services need." })
export class BookingResource {
  @Field(() => ID, { description: "Unique ID of the resource, prefixed `rsc_`." })
  id: string;
  @Field(() => String, { description: "Name of the room or equipment." })
  name: string;
  @Field(() => ID, { nullable: true, description: "ID of the location of the resource. Null when not set." })
  locationId: string | null;
  @Field(() => Int, { description: "Number of units: the most bookings that use it at the same time." })
  quantity: number;
  @Field(() => [ID], {
    description: "IDs of the services that need it. Each booking of them takes one unit, buffers included.",
  })
  serviceIds: string[];
  @Field(() => BookingSetupStatus, { description: "Whether services can need the resource." })
  status: BookingSetupStatus;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the resource was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the resource's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of resources, newest first." })
export class BookingResourcePage extends countedPageOf(BookingResource, "resources", {
  total: "Active resources that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@ArgsType()
export class BookingResourcesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only resources at this location." })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
}

@InputType({ description: "A new room or equipment that services need." })
export class CreateResourceInput {
  @Field(() => String, { description: "Name of the room or equipment, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, notBlank)
  name: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the location of the resource. Default: no location.",
  })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
  @Field(() => Int, {
    defaultValue: 1,
    description: "Number of units, 1 to 1,000. Never more bookings use the resource at the same time.",
  })
  @Min(1)
  @Max(1000)
  quantity: number;
  @Field(() => [ID], {
    defaultValue: [],
    description: "IDs of the services that need the resource, at most 200.",
  })
  @ArrayMaxSize(200)
  @MaxLength(64, { each: true })
  serviceIds: string[];
}

@InputType({ description: "A resource, identified by its ID." })
export class ResourceIdInput {
  @Field(() => ID, { description: "ID of the resource." })
  @MaxLength(64)
  resourceId: string;
}

@InputType({ description: "Changes to a resource. Omitted fields stay unchanged." })
export class UpdateResourceInput extends ResourceIdInput {
  @Field(() => String, {
    nullable: true,
    description: "Name of the room or equipment, up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, notBlank)
  name?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the location of the resource. Null: no location." })
  @IsOptional()
  @MaxLength(64)
  locationId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Number of units, 1 to 1,000, not below what future bookings use at the same time.",
  })
  @IsOptional()
  @Min(1)
  @Max(1000)
  quantity?: number | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "IDs of all services that need the resource, at most 200. Existing bookings stay as they are.",
  })
  @IsOptional()
  @ArrayMaxSize(200)
  @MaxLength(64, { each: true })
  serviceIds?: string[] | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}
