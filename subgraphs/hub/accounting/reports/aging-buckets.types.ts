import { Field, ObjectType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

/** Open amounts by days past due, as every aging report has them. */
@ObjectType()
export abstract class AgingBuckets {
  @Field(() => MoneyScalar, { description: "Not due yet." })
  current: number;
  @Field(() => MoneyScalar, { description: "1 to 30 days late." })
  d1_30: number;
  @Field(() => MoneyScalar, { description: "31 to 60 days late." })
  d31_60: number;
  @Field(() => MoneyScalar, { description: "61 to 90 days late." })
  d61_90: number;
  @Field(() => MoneyScalar, { description: "More than 90 days late." })
  d90plus: number;
  @Field(() => MoneyScalar, { description: "Sum of all." })
  total: number;
}
