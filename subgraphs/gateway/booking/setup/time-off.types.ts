import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { BlockedTime, DateOverride } from "./working-hours.types.ts";

@ObjectType({ description: "Date overrides of a provider in a range of days." })
export class DateOverrideList {
  @Field(() => [DateOverride], { description: "Date overrides, earliest date first." })
  overrides: DateOverride[];
}

@ObjectType({ description: "Result of removing a date override or blocked time." })
export class RemovedTimeOff {
  @Field(() => Boolean, { description: "True when it was removed, false when there was none." })
  removed: boolean;
}

@ObjectType({ description: "A page of blocked times, newest first." })
export class BlockedTimePage extends countedPageOf(BlockedTime, "blockedTimes", {
  total: "Blocked times that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@ArgsType()
export class DateOverridesArgs {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => DateScalar, { description: "First date to list." })
  from: string;
  @Field(() => DateScalar, { description: "Last date to list (inclusive), at most 366 days in total." })
  to: string;
}

@ArgsType()
export class BlockedTimesArgs extends PageArgs {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => Date, { description: "Only times that end after this moment." })
  from: Date;
  @Field(() => Date, { description: "Only times that start before this moment. Must be after `from`." })
  to: Date;
}

@InputType({ description: "A date override to remove." })
export class RemoveDateOverrideInput {
  @Field(() => ID, { description: "ID of the provider." })
  @MaxLength(64)
  providerId: string;
  @Field(() => DateScalar, { description: "Date of the override, in the provider's time zone." })
  date: string;
}

@InputType({ description: "A blocked time to free." })
export class UnblockProviderTimeInput {
  @Field(() => ID, { description: "ID of the blocked time." })
  @MaxLength(64)
  blockId: string;
}
