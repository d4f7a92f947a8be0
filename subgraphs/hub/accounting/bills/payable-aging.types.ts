import { IsOptional, Matches } from "class-validator";
import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { AgingBuckets } from "../reports/aging-buckets.types.ts";

@ObjectType({ description: "What is owed, by days past due." })
export class PayableAgingBuckets extends AgingBuckets {}

@ObjectType({ description: "What is owed to one vendor, by days past due." })
export class VendorAging extends PayableAgingBuckets {
  @Field(() => ID, { description: "ID of the vendor." })
  vendorId: string;
  @Field(() => String, { description: "Name of the vendor." })
  name: string;
}

@ObjectType({ description: "What is owed to vendors on a day, by days past due." })
export class AccountsPayableAging {
  @Field(() => DateScalar, { description: "Day of the report." })
  asOf: string;
  @Field(() => String, { description: "Currency of the ledger, as an ISO 4217 code." })
  currency: string;
  @Field(() => [VendorAging], { description: "Vendors with open bills, by name, at most 1,000." })
  vendors: VendorAging[];
  @Field(() => PayableAgingBuckets, { description: "Sums of all vendors." })
  totals: PayableAgingBuckets;
  @Field(() => MoneyScalar, { description: "Balance of the ledger's payable accounts on that day." })
  ledgerBalance: number;
  @Field(() => MoneyScalar, { description: "Ledger less bills: not 0 when payables were posted by hand." })
  difference: number;
}

@ArgsType()
export class AccountsPayableAgingArgs {
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
