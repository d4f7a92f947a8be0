import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { DateScalar, UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { Dollars } from "../../base/cents-field.ts";
import { EmployeeArgs } from "./employee.types.ts";

const stateForm = /^[A-Z]{2}$/;
const stateMessage = { message: "must be a two-letter state code, such as TX" };

@ObjectType({ description: "Form W-4 of an employee (version 2020 or later)." })
export class W4Certificate {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the form. Null when none is filed and the default applies: single, no adjustments.",
  })
  id: string | null;
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => String, {
    description: "Filing status: `single` (also married filing separately), `married` or `head`.",
  })
  filingStatus: string;
  @Field(() => Boolean, { description: "Step 2(c): true for two jobs or a working spouse." })
  step2: boolean;
  @Dollars("step3Amount", { description: "Step 3: annual credits for dependents, in dollars." })
  step3Cents: number;
  @Dollars("step4a", { description: "Step 4(a): other annual income, in dollars." })
  step4aCents: number;
  @Dollars("step4b", { description: "Step 4(b): annual deductions, in dollars." })
  step4bCents: number;
  @Dollars("step4c", { description: "Step 4(c): extra withholding per pay period, in dollars." })
  step4cCents: number;
  @Field(() => Boolean, { description: "True when the employee claims exemption from federal income tax." })
  exempt: boolean;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First pay date from which the form applies. Null when none is filed.",
  })
  effectiveDate: string | null;
}

@InputType({
  description: "Form W-4 (version 2020 or later) to file for an employee.",
})
export class SubmitW4Input {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, {
    description: "Filing status: single (also married filing separately), married or head.",
  })
  @Matches(/^(single|married|head)$/)
  filingStatus: "single" | "married" | "head";
  @Field(() => Boolean, {
    nullable: true,
    description: "Step 2(c): true for two jobs or a working spouse. Default false.",
  })
  step2?: boolean | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Step 3: annual credits for dependents, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  step3Amount?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Step 4(a): other annual income, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  step4a?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Step 4(b): annual deductions, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  step4b?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Step 4(c): extra withholding per pay period, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  step4c?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to claim exemption from federal income tax. Default false.",
  })
  exempt?: boolean | null;
  @Field(() => DateScalar, {
    description: "First pay date from which the form applies. Replaces a form of the same date.",
  })
  effectiveDate: string;
}

@ArgsType()
export class W4Args extends EmployeeArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date for which to return the form. Default: today.",
  })
  asOf?: string | null;
}

@ObjectType({ description: "Exemptions on one line of a state form." })
export class ExemptionCount {
  @Field(() => String, { description: "Line of the form, such as `personal` in Indiana." })
  line: string;
  @Field(() => Int, { description: "Number of exemptions." })
  count: number;
}

@ObjectType({ description: "State income tax certificate of an employee." })
export class StateWithholding {
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => String, { description: "Two-letter code of the state." })
  state: string;
  @Field(() => String, { description: "Filing status for the state: `single`, `married` or `head`." })
  filingStatus: string;
  @Field(() => Int, { description: "Number of withholding allowances claimed." })
  allowances: number;
  @Dollars("extra", { description: "Extra withholding per pay period, in dollars." })
  extraCents: number;
  @Field(() => Float, {
    nullable: true,
    description: "Elected rate in percent. Null where the employee elects none.",
  })
  electedPercent: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Letter of the state's own form, as in AL, CT and NJ. Null without one.",
  })
  exemptionCode: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Number of the county in the state's table. Null without one.",
  })
  county: string | null;
  @Field(() => Boolean, {
    description: "True when the spouse has earnings, or the employee a second job.",
  })
  spouseHasIncome: boolean;
  @Field(() => [ExemptionCount], {
    description: "Exemptions by the lines of a form that has several kinds.",
  })
  exemptionCounts: ExemptionCount[];
  @Dollars("allowanceAmount", {
    nullable: true,
    description: "Annual allowance in dollars, where the form has an amount, as in IA. Null without one.",
  })
  allowanceAmountCents: number | null;
}

@InputType({ description: "Exemptions on one line of a state form." })
export class ExemptionCountInput {
  @Field(() => String, {
    description: "Line in Indiana: personal, dependent, firstTimeDependent or adoptedChild.",
  })
  @MaxLength(40)
  @Matches(/^[a-zA-Z]{2,40}$/)
  line: string;
  @Field(() => Int, { description: "Number of exemptions, 0 to 99." })
  @Min(0)
  @Max(99)
  count: number;
}

@InputType({
  description: "State income tax certificate of an employee. Replaces the one on file for the state.",
})
export class SetStateWithholdingInput {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => String, { description: "Two-letter code of the state, such as TX." })
  @Matches(stateForm, stateMessage)
  state: string;
  @Field(() => String, { nullable: true, description: "Filing status: single (default), married or head." })
  @IsOptional()
  @Matches(/^(single|married|head)$/)
  filingStatus?: "single" | "married" | "head" | null;
  @Field(() => Int, { nullable: true, description: "Number of withholding allowances, 0 to 99. Default 0." })
  @IsOptional()
  @Min(0)
  @Max(99)
  allowances?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Extra withholding per pay period, in dollars. Default 0.",
  })
  @IsOptional()
  @MinCredits(0)
  extra?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Elected rate in percent, one that the state's form offers, as 2.5 in AZ.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  electedRate?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Letter of the state's own form, as in AL, CT and NJ, such as F.",
  })
  @IsOptional()
  @Matches(/^[A-Z0-9]{1,4}$/, { message: "must be a letter of the form, such as F" })
  exemptionCode?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Number of the county in the state's table, such as 01, as in IN and MD.",
  })
  @IsOptional()
  @Matches(/^[A-Z0-9]{1,4}$/, { message: "must be a county number, such as 01" })
  county?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True when the spouse has earnings, or the employee a second job. Default false.",
  })
  spouseHasIncome?: boolean | null;
  @Field(() => [ExemptionCountInput], {
    nullable: true,
    description: "Exemptions by the lines of a form that has several kinds, as in IN. At most 10.",
  })
  @IsOptional()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  exemptionCounts?: ExemptionCountInput[] | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Annual allowance in dollars, where the form has an amount, as in IA.",
  })
  @IsOptional()
  @MinCredits(0)
  allowanceAmount?: number | null;
}
