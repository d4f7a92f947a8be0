import { MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";

@ObjectType({ description: "Record of an app that could not be posted, and why." })
export class UnpostedRecord {
  @Field(() => String, { description: "Kind of the record, such as `invoice`." })
  kind: string;
  @Field(() => ID, { description: "ID of the record." })
  id: string;
  @Field(() => DateScalar, { description: "Day of the record." })
  date: string;
  @Field(() => String, { description: "Why, as a word: `account_missing`, `account_archived` and the like." })
  reason: string;
  @Field(() => String, { description: "Why, and what to do." })
  message: string;
}

@ObjectType({ description: "Outcome of posting an app's records to the ledger." })
export class AppLedgerSync {
  @Field(() => ID, { description: "ID of the app." })
  appId: string;
  @Field(() => DateScalar, { description: "First day of the records." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the records." })
  to: string;
  @Field(() => Int, { description: "Records that were posted now." })
  posted: number;
  @Field(() => Int, { description: "Records that were in the ledger already." })
  skipped: number;
  @Field(() => Int, {
    description: "Records that had changed: their entries were reversed and posted again.",
  })
  corrected: number;
  @Field(() => Int, { description: "Records that were deleted: their entries were reversed." })
  removed: number;
  @Field(() => [UnpostedRecord], { description: "Records that could not be posted, at most 100." })
  problems: UnpostedRecord[];
  @Field(() => Int, { description: "Number of records that could not be posted." })
  problemCount: number;
}

@InputType({ description: "App and days whose records are posted to the ledger." })
export class SyncAppToLedgerInput {
  @Field(() => ID, {
    description:
      "ID of the app: `invoicer`, `event-manager`, `payroll`, or `central` for credits. Others have no records to post.",
  })
  @MaxLength(64)
  appId: string;
  @Field(() => DateScalar, { description: "First day of the records." })
  from: string;
  @Field(() => DateScalar, { description: "Last day of the records, at most 5 years after the first." })
  to: string;
}
