import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";
import { UsageRangeArgs } from "../api-keys/usage.types.ts";

@ArgsType()
export class CreditUsageArgs extends UsageRangeArgs {
  @Field(() => ID, { nullable: true, description: "One app; left out, every app that the caller may name." })
  appId?: string | null;
}

@ObjectType({
  description: "What movements of credits add up to. What is left is added, less spent and expired.",
})
export class CreditFlow {
  @Field(() => CreditsScalar, { description: "Consumed and captured, less what was refunded." })
  spent: number;
  @Field(() => CreditsScalar, {
    description: "Bought, reloaded, granted and adjusted, less what was reversed.",
  })
  added: number;
  @Field(() => CreditsScalar)
  expired: number;
}

@ObjectType({ description: "Credits of one hour or day (UTC)." })
export class CreditUsagePoint extends CreditFlow {
  @Field(() => Date, { description: "Start of the hour or day." })
  at: Date;
}

@ObjectType({ description: "Credits of one app." })
export class AppCreditUsage extends CreditFlow {
  @Field(() => ID)
  appId: string;
}

@ObjectType({ description: "Credits that one operation has taken." })
export class OperationCreditUsage {
  @Field(() => String, {
    nullable: true,
    description: "Null for what was spent without naming an operation.",
  })
  operation: string | null;
  @Field(() => CreditsScalar)
  spent: number;
  @Field(() => Int, { description: "Movements, refunds included." })
  movements: number;
}

@ObjectType({ description: "What prepaid credits were spent on." })
export class CreditUsage extends CreditFlow {
  @Field(() => [CreditUsagePoint], {
    description: "Every hour or day of the range, oldest first, empty ones too.",
  })
  series: CreditUsagePoint[];
  @Field(() => [AppCreditUsage], { description: "Apps with movements in the range, most spent first." })
  byApp: AppCreditUsage[];
  @Field(() => [OperationCreditUsage], { description: "Of the same range, most spent first." })
  byOperation: OperationCreditUsage[];
}
