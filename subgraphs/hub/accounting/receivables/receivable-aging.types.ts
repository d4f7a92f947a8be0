import { IsOptional, Matches } from "class-validator";
import { ArgsType, Field, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { AgingBuckets } from "../reports/aging-buckets.types.ts";

@ObjectType({ description: "What clients owe, by days past due." })
export class ReceivableAgingBuckets extends AgingBuckets {
  @Field(() => MoneyScalar, {
    description: "Credit beyond all open items; 0 or below. It is a part of the total.",
  })
  unapplied: number;
}

@ObjectType({ description: "What one client owes, by days past due." })
export class ClientReceivableAging extends ReceivableAgingBuckets {
  @Field(() => String, {
    nullable: true,
    description: "Client of the journal lines, an ID or a name; null for lines without one.",
  })
  client: string | null;
}

@ObjectType({ description: "What clients owe on a day by the ledger, by days past due." })
export class AccountsReceivableAging {
  @Field(() => DateScalar, { description: "Day of the report." })
  asOf: string;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => [ClientReceivableAging], {
    description: "Clients with open items or credit, by name, at most 1,000.",
  })
  clients: ClientReceivableAging[];
  @Field(() => ReceivableAgingBuckets, { description: "Sums of all clients." })
  totals: ReceivableAgingBuckets;
  @Field(() => MoneyScalar, { description: "Balance of the ledger's receivable accounts on that day." })
  ledgerBalance: number;
  @Field(() => MoneyScalar, { description: "Ledger less open items: always 0 in sound books." })
  difference: number;
}

@ArgsType()
export class AccountsReceivableAgingArgs {
  @Field(() => DateScalar, { nullable: true, description: "Day of the report. Default: today." })
  @IsOptional()
  asOf?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the ledger, as an ISO 4217 code. Default: your first ledger, or USD.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
}
