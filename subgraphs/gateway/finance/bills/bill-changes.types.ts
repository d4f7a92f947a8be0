import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { notBlank } from "../accounts/account.types.ts";
import { Bill, BillOccurrence, BillStatus } from "./bill.types.ts";

@ArgsType()
export class BillArgs {
  @Field(() => ID, { description: "ID of the bill." })
  @MaxLength(64)
  billId: string;
}

@ArgsType()
export class BillsArgs {
  @Field(() => BillStatus, { nullable: true, description: "Filter by bill status. Default: all bills." })
  status?: "active" | "ended" | null;
}

@InputType({ description: "Bill to delete." })
export class DeleteBillInput {
  @Field(() => ID, { description: "ID of the bill." })
  @MaxLength(64)
  billId: string;
}

@InputType({
  description: "Changes to a bill, which apply to occurrences from today on. Omitted fields stay unchanged.",
})
export class UpdateBillInput {
  @Field(() => ID, { description: "ID of the bill." })
  @MaxLength(64)
  billId: string;
  @Field(() => String, { nullable: true, description: "Name of the biller, up to 200 characters." })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(200)
  payee?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Fixed amount of each payment. Give this, or `amountMin` and `amountMax`.",
  })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Lowest expected amount, when the amount varies. Requires `amountMax`.",
  })
  @IsOptional()
  @Min(0)
  amountMin?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Highest expected amount, when the amount varies. Requires `amountMin`.",
  })
  @IsOptional()
  @Min(0.001)
  amountMax?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Recurrence rule (RFC 5545), such as FREQ=MONTHLY;BYMONTHDAY=15.",
  })
  @IsOptional()
  @MaxLength(200)
  rrule?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day from which the rule counts (YYYY-MM-DD), not before 1970.",
  })
  startsOn?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the account that pays the bill, in the same currency.",
  })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the spending category of the bill. Null: none." })
  @IsOptional()
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the biller collects the payment automatically.",
  })
  autopay?: boolean | null;
  @Field(() => BillStatus, {
    nullable: true,
    description: "Status of the bill: an ended bill is not due any more.",
  })
  status?: "active" | "ended" | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}

@ObjectType({ description: "Recurring bill with its next due date and its occurrences." })
export class BillDetails extends Bill {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Next unsettled due date, today or later. Null when none is within two years.",
  })
  nextDate: string | null;
  @Field(() => [BillOccurrence], {
    description: "Paid and skipped occurrences, latest first, at most 100.",
  })
  occurrences: BillOccurrence[];
}

@ObjectType({ description: "List of recurring bills." })
export class BillList {
  @Field(() => [Bill], { description: "Bills, newest first, at most 500." })
  bills: Bill[];
}

@ObjectType({ description: "Result of deleting a bill." })
export class DeletedBill {
  @Field(() => Boolean, { description: "Always true: the bill and its occurrences were deleted." })
  deleted: true;
}
