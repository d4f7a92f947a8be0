import {
  ArrayMaxSize,
  IsInt,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";
import { PayrollAddress, PayrollAddressInput } from "../people/address.types.ts";

@ObjectType({ description: "Account of the employer at a state." })
export class PayrollStateAccount {
  @Field(() => String, { description: "Two-letter code of the state." })
  state: string;
  @Field(() => String, {
    nullable: true,
    description: "Number of the employer at the state, box 15 of Form W-2. Null when not set.",
  })
  withholdingNumber: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Rate of unemployment tax (SUTA) in this state, in percent. Null: the rate of the settings.",
  })
  sutaPercent: number | null;
  @Dollars("sutaWageBase", {
    nullable: true,
    description:
      "Annual wage base of unemployment tax in this state, in dollars. Null: the base of the settings.",
  })
  sutaBaseCents: number | null;
}

@ObjectType({ description: "The account's payroll settings." })
export class PayrollSettings {
  @Field(() => String, {
    nullable: true,
    description: "Legal name of the employer, as printed on tax forms. Null until set.",
  })
  legalName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Employer identification number (EIN), such as 12-3456789. Null until set.",
  })
  ein: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the employer's state. Null until set.",
  })
  state: string | null;
  @Field(() => Float, { description: "State unemployment tax (SUTA) rate in percent. Default 0." })
  sutaPercent: number;
  @Dollars("sutaWageBase", {
    description: "Annual wage base for state unemployment tax, in dollars. Default 7,000.",
  })
  sutaBaseCents: number;
  @Field(() => String, {
    description: "Deposit schedule for federal payroll taxes: `monthly` (default) or `semiweekly`.",
  })
  depositSchedule: string;
  @Field(() => [String], {
    description: "Keys of contributions that employees bear where the employer decides, such as `ma_pfml`.",
  })
  passedOnContributions: string[];
  @Field(() => String, {
    description: "Rounding of withheld federal income tax: to the `cent`, or to the whole `dollar`.",
  })
  roundingPolicy: string;
  @Field(() => String, {
    nullable: true,
    description: "Last four digits of the bank account that runs are paid from. Null: you pay runs by hand.",
  })
  fundingLast4: string | null;
  @Field(() => PayrollAddress, {
    nullable: true,
    description: "Postal address of the employer, as printed on tax forms. Null until set.",
  })
  address: PayrollAddress | null;
  @Field(() => [PayrollStateAccount], { description: "Accounts of the employer at states, by state." })
  stateAccounts: PayrollStateAccount[];
  @Field(() => Int, { description: "Version number, 0 until the settings are first changed." })
  version: number;
}

@InputType({ description: "Account of the employer at a state." })
export class PayrollStateAccountInput {
  @Field(() => String, { description: "Two-letter code of the state, such as TX. Each state once." })
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter state code, such as TX" })
  state: string;
  @Field(() => String, {
    nullable: true,
    description: "Number of the employer at the state, box 15 of Form W-2, at most 20 characters.",
  })
  @IsOptional()
  @MaxLength(20)
  withholdingNumber?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Rate of unemployment tax (SUTA) in this state in percent, 0 to 20. At most 4 decimals.",
  })
  @IsOptional()
  @Min(0)
  @Max(20)
  sutaRate?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Annual wage base of unemployment tax in this state, in dollars.",
  })
  @IsOptional()
  @MinCredits(0)
  sutaWageBase?: number | null;
}

@InputType({ description: "Payroll settings to change. Omitted fields stay as they are." })
export class UpdatePayrollSettingsInput {
  @Field(() => String, { nullable: true, description: "Legal name of the employer, at most 200 characters." })
  @IsOptional()
  @MaxLength(200)
  legalName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Employer identification number (EIN), such as 12-3456789.",
  })
  @IsOptional()
  @Matches(/^\d{2}-?\d{7}$/, { message: "must be an EIN, such as 12-3456789" })
  ein?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Two-letter code of the employer's state, such as TX.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter state code, such as TX" })
  state?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "State unemployment tax (SUTA) rate in percent, 0 to 20. At most 4 decimals.",
  })
  @IsOptional()
  @Min(0)
  @Max(20)
  sutaRate?: number | null;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Annual wage base for state unemployment tax, in dollars.",
  })
  @IsOptional()
  @MinCredits(0)
  sutaWageBase?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Deposit schedule for federal payroll taxes: monthly or semiweekly.",
  })
  @IsOptional()
  @Matches(/^(monthly|semiweekly)$/)
  depositSchedule?: "monthly" | "semiweekly" | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Contributions that employees bear where the employer decides: `de_paid_leave`, `ma_pfml`, `me_pfml`, `ny_dbl`, `vt_ccc`. At most 20.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @Matches(/^[a-z][a-z0-9_]{2,39}$/, { each: true })
  passedOnContributions?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Rounding of withheld federal income tax in later runs: cent or dollar.",
  })
  @IsOptional()
  @Matches(/^(cent|dollar)$/)
  roundingPolicy?: "cent" | "dollar" | null;
  @Field(() => PayrollAddressInput, { nullable: true, description: "Postal address of the employer." })
  @IsOptional()
  @ValidateNested()
  address?: PayrollAddressInput | null;
  @Field(() => [PayrollStateAccountInput], {
    nullable: true,
    description: "Accounts at states, at most 60. Replaces the list: an empty list removes all.",
  })
  @IsOptional()
  @ArrayMaxSize(60)
  @ValidateNested({ each: true })
  stateAccounts?: PayrollStateAccountInput[] | null;
  @Field(() => Int, {
    nullable: true,
    description: "Version you last read. The update fails if the settings have changed since.",
  })
  @IsOptional()
  @IsInt()
  version?: number | null;
}
