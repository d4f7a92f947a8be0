import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PagedArgs, pageCursor } from "../vendors/vendor.types.ts";

export const VendorBillStatus = {
  draft: "draft",
  approved: "approved",
  partially_paid: "partially_paid",
  paid: "paid",
  voided: "voided",
} as const;
export type VendorBillStatus = keyof typeof VendorBillStatus;
registerEnumType(VendorBillStatus, {
  name: "VendorBillStatus",
  description: "State of a vendor bill.",
  valuesConfig: {
    draft: { description: "Not in the books yet." },
    approved: { description: "Posted as a debt; nothing is paid." },
    partially_paid: { description: "A part is paid." },
    paid: { description: "All is paid." },
    voided: { description: "Taken back; a posted one was reversed." },
  },
});

@ObjectType({ description: "Line of a vendor bill." })
export class VendorBillLine {
  @Field(() => ID, { description: "ID of the ledger account that is debited." })
  accountId: string;
  @Field(() => MoneyScalar, { description: "Amount in the bill's currency." })
  amount: number;
  @Field(() => String, { nullable: true, description: "What the line is for; null without a note." })
  memo: string | null;
  @Field(() => String, { nullable: true, description: "Client that the cost is for; null for none." })
  client: string | null;
  @Field(() => String, { nullable: true, description: "Project that the cost is for; null for none." })
  project: string | null;
}

@ObjectType({ description: "Payment on a vendor bill." })
export class VendorBillPayment {
  @Field(() => ID, { description: "Unique ID of the payment." })
  id: string;
  @Field(() => MoneyScalar, { description: "Amount in the bill's currency." })
  amount: number;
  @Field(() => DateScalar, { description: "Date of the payment." })
  date: string;
  @Field(() => ID, { description: "ID of the ledger account that it was paid from." })
  fromAccountId: string;
  @Field(() => ID, { description: "ID of the journal entry of the payment." })
  entryId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date on which it was voided; null for a payment that counts.",
  })
  voidedOn: string | null;
}

@ObjectType({ description: "Bill of a vendor." })
export class VendorBill {
  @Field(() => ID, { description: "Unique ID of the bill." })
  id: string;
  @Field(() => ID, { description: "ID of the vendor." })
  vendorId: string;
  @Field(() => String, { nullable: true, description: "The vendor's number of the bill; null without one." })
  number: string | null;
  @Field(() => VendorBillStatus, { description: "State of the bill." })
  status: VendorBillStatus;
  @Field(() => DateScalar, { description: "Date of the bill, on which its cost counts." })
  date: string;
  @Field(() => DateScalar, { description: "Day by which it is to be paid." })
  dueDate: string;
  @Field(() => String, { nullable: true, description: "What the bill is for; null without a note." })
  memo: string | null;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Sum of the lines." })
  total: number;
  @Field(() => MoneyScalar, { description: "Sum of the payments that count." })
  paid: number;
  @Field(() => MoneyScalar, { description: "What is still owed: 0 for drafts and voided bills." })
  open: number;
  @Field(() => [VendorBillLine], { description: "Lines in their order." })
  lines: VendorBillLine[];
  @Field(() => [VendorBillPayment], { description: "Payments, oldest first, with those that were voided." })
  payments: VendorBillPayment[];
  @Field(() => ID, { nullable: true, description: "ID of the journal entry of the approval; null before." })
  entryId: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the user who approved it; null before." })
  approvedBy: string | null;
  @Field(() => Date, { nullable: true, description: "When it was approved; null before." })
  approvedAt: Date | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date on which it was voided; null if it was not.",
  })
  voidedOn: string | null;
  @Field(() => Date, { description: "When the bill was created." })
  createdAt: Date;
}

@ObjectType({ description: "Bills of vendors, latest date first." })
export class VendorBillPage extends countedPageOf(VendorBill, "bills", { nextCursor: pageCursor }) {}

@InputType({ description: "Line of a vendor bill." })
export class VendorBillLineInput {
  @Field(() => ID, { description: "ID of an account for expenses or assets." })
  @MaxLength(64)
  accountId: string;
  @Field(() => MoneyScalar, { description: "Amount above 0 in the currency of the account's ledger." })
  @Min(0.01)
  @Max(9_999_999_999.99)
  amount: number;
  @Field(() => String, { nullable: true, description: "What the line is for, up to 200 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  memo?: string | null;
  @Field(() => String, { nullable: true, description: "Client that the cost is for, up to 100 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  client?: string | null;
  @Field(() => String, { nullable: true, description: "Project that the cost is for, up to 100 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  project?: string | null;
}

@InputType({ description: "Bill of a vendor to keep as a draft." })
export class CreateVendorBillInput {
  @Field(() => ID, { description: "ID of the vendor." })
  @MaxLength(64)
  vendorId: string;
  @Field(() => [VendorBillLineInput], { description: "1 to 100 lines. All accounts are of one ledger." })
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  lines: VendorBillLineInput[];
  @Field(() => DateScalar, { description: "Day by which it is to be paid." })
  dueDate: string;
  @Field(() => DateScalar, { nullable: true, description: "Date of the bill. Default: today." })
  @IsOptional()
  date?: string | null;
  @Field(() => String, { nullable: true, description: "The vendor's number of the bill, once per vendor." })
  @IsOptional()
  @MaxLength(60)
  @Matches(/\S/, { message: "must not be blank" })
  number?: string | null;
  @Field(() => String, { nullable: true, description: "What the bill is for, up to 400 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(400)
  memo?: string | null;
}

@InputType({ description: "Vendor bill to approve." })
export class ApproveVendorBillInput {
  @Field(() => ID, { description: "ID of the bill." })
  @MaxLength(64)
  billId: string;
}

@InputType({ description: "Payment on a vendor bill." })
export class PayVendorBillInput {
  @Field(() => ID, { description: "ID of the bill." })
  @MaxLength(64)
  billId: string;
  @Field(() => MoneyScalar, { nullable: true, description: "Amount to pay. Default: all that is open." })
  @IsOptional()
  @Min(0.01)
  @Max(9_999_999_999.99)
  amount?: number | null;
  @Field(() => DateScalar, { description: "Date of the payment, not before that of the bill." })
  date: string;
  @Field(() => ID, { description: "ID of the account for cash or a credit card that pays." })
  @MaxLength(64)
  fromAccountId: string;
}

@InputType({ description: "Vendor bill to take back." })
export class VoidVendorBillInput {
  @Field(() => ID, { description: "ID of the bill." })
  @MaxLength(64)
  billId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the reversal, not before that of the bill. Default: today.",
  })
  @IsOptional()
  date?: string | null;
}

@InputType({ description: "Payment on a vendor bill to take back." })
export class VoidVendorBillPaymentInput {
  @Field(() => ID, { description: "ID of the payment." })
  @MaxLength(64)
  paymentId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the reversal, not before that of the payment. Default: today.",
  })
  @IsOptional()
  date?: string | null;
}

@ArgsType()
export class VendorBillsArgs extends PagedArgs {
  @Field(() => VendorBillStatus, { nullable: true, description: "Only bills in this state." })
  @IsOptional()
  status?: VendorBillStatus | null;
  @Field(() => ID, { nullable: true, description: "Only bills of this vendor." })
  @IsOptional()
  @MaxLength(64)
  vendorId?: string | null;
}
