import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { PageArgs } from "../../base/page.types.ts";
import { Dollars } from "../../base/cents-field.ts";

@ObjectType({ description: "Somebody who works on their own account." })
export class Contractor {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  email: string;
  @Field(() => String)
  kind: string;
  @Dollars("rate", { nullable: true })
  rateCents: number | null;
  @Field(() => Boolean)
  backupWithholding: boolean;
  @Field(() => String, { nullable: true })
  tinLast4: string | null;
  @Field(() => String)
  status: string;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "A page of contractors, newest first." })
export class ContractorPage extends countedPageOf(Contractor, "contractors") {}

@InputType({ description: "Somebody who works on their own account." })
export class CreateContractorInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String)
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => String, { description: "individual or business." })
  @Matches(/^(individual|business)$/)
  kind: "individual" | "business";
  @Field(() => UsDollarsScalar, { nullable: true, description: "An hour." })
  @IsOptional()
  @MinCredits(0.01)
  rate?: number | null;
  @Field(() => Boolean, { nullable: true, description: "24 % is withheld of each payment." })
  backupWithholding?: boolean | null;
  @Field(() => String, { nullable: true, description: "Token of the secure form for a tax number." })
  @IsOptional()
  @MaxLength(64)
  tinSetupToken?: string | null;
}

@ArgsType()
export class ContractorsArgs extends PageArgs {}

@ObjectType({ description: "A payment to a contractor." })
export class ContractorPayment {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  contractorId: string;
  @Dollars("amount")
  amountCents: number;
  @Dollars("reimbursement", { description: "Paid back; not reported on Form 1099-NEC." })
  reimbursementCents: number;
  @Dollars("withheld", { description: "Back-up withholding." })
  withheldCents: number;
  @Dollars("net")
  netCents: number;
  @Field(() => String)
  description: string;
  @Field(() => DateScalar)
  payDate: string;
  @Field(() => String)
  status: string;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "A page of payments to contractors, newest first." })
export class ContractorPaymentPage extends countedPageOf(ContractorPayment, "payments") {}

@InputType({ description: "A payment to a contractor." })
export class PayContractorInput {
  @Field(() => ID)
  @MaxLength(64)
  contractorId: string;
  @Field(() => UsDollarsScalar)
  @MinCredits(0.01)
  amount: number;
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description: string;
  @Field(() => DateScalar, { nullable: true, description: "Today when left out; not in the past." })
  payDate?: string | null;
  @Field(() => UsDollarsScalar, { nullable: true, description: "Costs that are paid back besides." })
  @IsOptional()
  @MinCredits(0)
  reimbursement?: number | null;
}

@ArgsType()
export class ContractorPaymentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  contractorId?: string | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  year?: number | null;
}
