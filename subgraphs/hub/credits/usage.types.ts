import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";
import { UsageRangeArgs } from "../api-keys/usage.types.ts";

@ArgsType()
export class CreditUsageArgs extends UsageRangeArgs {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app to report on; omit for every app the credential may use.",
  })
  appId?: string | null;
}

@ObjectType({ description: "Credit totals of a period. Net change is added minus spent and expired." })
export class CreditFlow {
  @Field(() => CreditsScalar, { description: "Credits consumed and captured, minus refunds." })
  spent: number;
  @Field(() => CreditsScalar, {
    description: "Credits bought, reloaded, granted and adjusted, minus reversals.",
  })
  added: number;
  @Field(() => CreditsScalar, { description: "Credits that expired unused." })
  expired: number;
}

@ObjectType({ description: "Credit totals of one hour or day (UTC)." })
export class CreditUsagePoint extends CreditFlow {
  @Field(() => Date, { description: "Start of the hour or day, in UTC." })
  at: Date;
}

@ObjectType({ description: "Credit totals of one app." })
export class AppCreditUsage extends CreditFlow {
  @Field(() => ID, { description: "ID of the app these totals belong to." })
  appId: string;
}

@ObjectType({ description: "Credits spent on one operation." })
export class OperationCreditUsage {
  @Field(() => String, {
    nullable: true,
    description: "Name of the operation; null for spending that named no operation.",
  })
  operation: string | null;
  @Field(() => CreditsScalar, { description: "Credits spent on the operation, minus refunds." })
  spent: number;
  @Field(() => Int, { description: "Number of charges and refunds counted." })
  movements: number;
}

@ObjectType({ description: "Credit usage by time, app and operation." })
export class CreditUsage extends CreditFlow {
  @Field(() => [CreditUsagePoint], {
    description: "Totals of every hour or day in the range, oldest first, including empty ones.",
  })
  series: CreditUsagePoint[];
  @Field(() => [AppCreditUsage], {
    description: "Totals per app with changes in the range, highest spending first.",
  })
  byApp: AppCreditUsage[];
  @Field(() => [OperationCreditUsage], {
    description: "Totals per operation in the range, highest spending first.",
  })
  byOperation: OperationCreditUsage[];
}
