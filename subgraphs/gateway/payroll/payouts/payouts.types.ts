import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";

@InputType({ description: "Bank account that payroll runs are paid from." })
export class SetPayrollFundingAccountInput {
  @Field(() => ID, {
    nullable: true,
    description:
      "Token of the account's number from `POST /payroll/secure-numbers`. Null to pay runs by hand again.",
  })
  @IsOptional()
  @MaxLength(64)
  setupToken?: string | null;
}

@ObjectType({ description: "How payroll runs are paid." })
export class PayrollFunding {
  @Field(() => String, {
    nullable: true,
    description: "Last four digits of the bank account that runs are paid from. Null: you pay runs by hand.",
  })
  last4: string | null;
  @Field(() => Boolean, {
    description: "True when a stand-in simulates the payout provider, so that no money moves.",
  })
  isSimulated: boolean;
}

@InputType({ description: "Run that you paid outside of the platform." })
export class MarkPayrollPaidInput {
  @Field(() => ID, { description: "ID of the payroll run." })
  @MaxLength(64)
  runId: string;
}

@InputType({ description: "Contractor payment that you made outside of the platform." })
export class MarkContractorPaymentPaidInput {
  @Field(() => ID, { description: "ID of the payment." })
  @MaxLength(64)
  paymentId: string;
}

@InputType({ description: "Run whose failed or returned transfers are to be repeated." })
export class RetryPayrollPaymentInput {
  @Field(() => ID, { description: "ID of the payroll run." })
  @MaxLength(64)
  runId: string;
}

@ArgsType()
export class PayrollTransfersArgs {
  @Field(() => ID, { description: "ID of the payroll run." })
  @MaxLength(64)
  runId: string;
}

@ObjectType({ description: "Money of a payroll run on its way over ACH." })
export class PayrollTransfer {
  @Field(() => ID, { description: "ID of the transfer." })
  id: string;
  @Field(() => String, {
    description: "`debit` takes money from the employer's account, `credit` pays an employee.",
  })
  kind: string;
  @Field(() => ID, { nullable: true, description: "ID of the employee. Null for a debit." })
  employeeId: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the payslip that is paid. Null for a debit." })
  payslipId: string | null;
  @Field(() => Int, { description: "1 for the first attempt; higher when it was repeated." })
  attempt: number;
  @Field(() => String, { description: "Last four digits of the bank account." })
  last4: string;
  @Dollars("amount", { description: "Amount in dollars." })
  amountCents: number;
  @Field(() => String, {
    description:
      "Status: `planned`, `authorized`, `pending`, `posted`, `settled`, `funds_available`, `declined`, `failed`, `cancelled`, `returned` (by the bank) or `paid_by_hand`.",
  })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Why it failed: the bank's return code, such as `R01`, or a code of the provider.",
  })
  failureCode: string | null;
  @Field(() => Date, { description: "Time at which the transfer was planned." })
  createdAt: string;
  @Field(() => Date, { description: "Time of the last change." })
  updatedAt: string;
}

@ObjectType({
  description: "Transfers of a payroll run: the employer's debits, then the credits of employees.",
})
export class PayrollTransferList {
  @Field(() => ID, { description: "ID of the payroll run." })
  runId: string;
  @Field(() => String, { description: "Status of the run." })
  status: string;
  @Field(() => DateScalar, { description: "Day on which employees are to be paid." })
  payDate: string;
  @Field(() => Boolean, {
    description: "True when a stand-in simulates the payout provider, so that no money moves.",
  })
  isSimulated: boolean;
  @Dollars("owed", {
    description:
      "Dollars that employees got and your bank did not pay, after a debit came back. Repeat it with `retry_payroll_payment`.",
  })
  owedCents: number;
  @Field(() => [ID], { description: "IDs of employees without a bank account, whom you pay yourself." })
  unpaidEmployeeIds: string[];
  @Field(() => [PayrollTransfer], { description: "All transfers, repeated ones included." })
  transfers: PayrollTransfer[];
}
