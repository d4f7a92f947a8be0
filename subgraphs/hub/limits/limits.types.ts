import { Directive, Field, Float, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Units counted in a calendar window; negative when they were given back." })
@Directive("@inaccessible")
export class LimitCountInput {
  @Field(() => String)
  subject: string;
  @Field(() => String)
  counter: string;
  @Field(() => Int)
  units: number;
  @Field(() => Float, { description: "End of the window, in milliseconds since the epoch." })
  endsAt: number;
}

@InputType({ description: "Units admitted at one moment." })
@Directive("@inaccessible")
export class LimitStampInput {
  @Field(() => String)
  subject: string;
  @Field(() => String)
  counter: string;
  @Field(() => Float, { description: "Milliseconds since the epoch." })
  at: number;
  @Field(() => Int)
  units: number;
}

@InputType({ description: "What a router has counted since it last said." })
@Directive("@inaccessible")
export class RecordLimitUseInput {
  @Field(() => [LimitCountInput])
  counts: LimitCountInput[];
  @Field(() => [LimitStampInput])
  stamps: LimitStampInput[];
}

@ObjectType()
@Directive("@inaccessible")
export class LimitCount {
  @Field(() => String)
  counter: string;
  @Field(() => Int)
  used: number;
}

@ObjectType()
@Directive("@inaccessible")
export class LimitStamp {
  @Field(() => String)
  counter: string;
  @Field(() => Float)
  at: number;
  @Field(() => Int)
  units: number;
}

@ObjectType({ description: "What is on record of one subject's use." })
@Directive("@inaccessible")
export class LimitUse {
  @Field(() => [LimitCount])
  counts: LimitCount[];
  @Field(() => [LimitStamp])
  stamps: LimitStamp[];
}
