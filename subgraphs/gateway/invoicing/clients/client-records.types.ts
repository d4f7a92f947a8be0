import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

@InputType({ description: "Two clients to merge: the source is archived, the target keeps everything." })
export class MergeClientsInput {
  @Field(() => ID, { description: "ID of the client whose documents move; it is archived." })
  @MaxLength(64)
  sourceClientId: string;
  @Field(() => ID, { description: "ID of the active client that receives them." })
  @MaxLength(64)
  targetClientId: string;
}

@ArgsType()
export class ClientBalanceArgs {
  @Field(() => ID, { description: "ID of the client." })
  @MaxLength(64)
  clientId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day at whose end the balance is calculated, YYYY-MM-DD. Default: today.",
  })
  asOf?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the balance: USD, CAD, EUR or GBP. Default: the client's currency, else USD.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@ObjectType({ description: "Amounts that a client owes and is owed at the end of a day." })
export class DatedClientBalance {
  @Field(() => ID, { description: "ID of the client." })
  clientId: string;
  @Field(() => DateScalar, { description: "Day at whose end the balance is calculated." })
  asOf: string;
  @Field(() => String, { description: "Currency of the amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount due on all issued invoices, overdue ones included." })
  due: number;
  @Field(() => MoneyScalar, { description: "Part of the amount due whose due date has passed." })
  overdue: number;
  @Field(() => MoneyScalar, {
    description: "Credit of the client: payments and credit notes not yet applied to invoices.",
  })
  credit: number;
}
