import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID } from "type-graphql";
import { PageArgs } from "../../base/page.types.ts";
import { BookingSetupStatus } from "./setup.types.ts";

@ArgsType()
export class BookingServiceArgs {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
}

@ArgsType()
export class BookingServicesArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Only services in this category, by exact name." })
  @IsOptional()
  @MaxLength(100)
  category?: string | null;
  @Field(() => BookingSetupStatus, {
    nullable: true,
    description: "Only services with this status. Default: active.",
  })
  status?: BookingSetupStatus | null;
}
