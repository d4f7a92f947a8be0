import { Directive, Field, Float, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Units counted in a calendar window; negative for returned units." })
@Directive("@inaccessible")
export class LimitCountInput {
  @Field(() => String, { description: "Principal or address whose use is counted." })
  subject: string;
  @Field(() => String, { description: "Name of the rate limit counter." })
  counter: string;
  @Field(() => Int, { description: "Number of units counted; negative for returned units." })
  units: number;
  @Field(() => Float, { description: "End of the window, in milliseconds since the epoch." })
  endsAt: number;
}

@InputType({ description: "Units admitted at one moment, for a sliding window." })
@Directive("@inaccessible")
export class LimitStampInput {
  @Field(() => String, { description: "Principal or address whose use is counted." })
  subject: string;
  @Field(() => String, { description: "Name of the rate limit counter." })
  counter: string;
  @Field(() => Float, { description: "Time of admission, in milliseconds since the epoch." })
  at: number;
  @Field(() => Int, { description: "Number of units admitted." })
  units: number;
}

@InputType({ description: "Rate limit use collected by a router since its last report." })
@Directive("@inaccessible")
export class RecordLimitUseInput {
  @Field(() => [LimitCountInput], { description: "Units counted in calendar windows." })
  counts: LimitCountInput[];
  @Field(() => [LimitStampInput], { description: "Units admitted in sliding windows." })
  stamps: LimitStampInput[];
}

@ObjectType({ description: "Units used in one calendar window." })
@Directive("@inaccessible")
export class LimitCount {
  @Field(() => String, { description: "Name of the rate limit counter." })
  counter: string;
  @Field(() => Int, { description: "Number of units used in the window." })
  used: number;
}

@ObjectType({ description: "Units admitted at one moment." })
@Directive("@inaccessible")
export class LimitStamp {
  @Field(() => String, { description: "Name of the rate limit counter." })
  counter: string;
  @Field(() => Float, { description: "Time of admission, in milliseconds since the epoch." })
  at: number;
  @Field(() => Int, { description: "Number of units admitted." })
  units: number;
}

@ObjectType({ description: "Recorded rate limit use of one subject." })
@Directive("@inaccessible")
export class LimitUse {
  @Field(() => [LimitCount], { description: "Units used in calendar windows." })
  counts: LimitCount[];
  @Field(() => [LimitStamp], { description: "Units admitted in sliding windows." })
  stamps: LimitStamp[];
}
