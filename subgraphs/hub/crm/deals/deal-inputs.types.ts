import { IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { CrmPageArgs } from "../page.types.ts";
import { CrmDealOutcome, CrmDealStatus } from "./deal.types.ts";

/** One line that is not blank. Blanks and the first other character exclude each other, which keeps it linear. */
const oneLine = /^[^\S\r\n]*\S[^\r\n]*$/;
const key = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** 10 billion with 2 decimals, within the 15 digits of an amount in any currency. */
const maxAmount = 999_999_999_999;

@InputType({ description: "New deal." })
export class CreateDealInput {
  @Field(() => String, { description: "Title of the deal, one line of at most 200 characters." })
  @MaxLength(200)
  @Matches(oneLine)
  title: string;
  @Field(() => ID, { nullable: true, description: "ID of the contact that the deal is made with." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the company that the deal is made with." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  companyId?: string | null;
  @Field(() => MoneyScalar, { description: "Amount of the deal, 0 when it is not known yet." })
  @Min(0)
  @Max(maxAmount)
  amount: number;
  @Field(() => String, {
    defaultValue: "USD",
    description: "Currency of the amount, as an ISO 4217 code.",
  })
  @Matches(/^[A-Z]{3}$/)
  currency: string;
  @Field(() => String, {
    defaultValue: "sales",
    description: "Key of the pipeline. Every account has the pipeline `sales`.",
  })
  @Matches(key)
  pipeline: string;
  @Field(() => String, {
    nullable: true,
    description: "Key of the stage, for example `lead`. Defaults to the first stage of the pipeline.",
  })
  @IsOptional()
  @Matches(key)
  stage?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Day on which the deal is expected to close." })
  @IsOptional()
  expectedClose?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the user of the account who works on the deal. Defaults to the person who calls.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  owner?: string | null;
  @Field(() => String, { nullable: true, description: "Notes, at most 5,000 characters." })
  @IsOptional()
  @MaxLength(5_000)
  notes?: string | null;
}

@InputType({ description: "Changes to a deal. Omitted fields stay unchanged; null clears optional fields." })
export class UpdateDealInput {
  @Field(() => ID, { description: "ID of the deal to update." })
  @MinLength(1)
  @MaxLength(64)
  dealId: string;
  @Field(() => String, { nullable: true, description: "New title, one line of at most 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(oneLine)
  title?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the contact that the deal is made with." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the company that the deal is made with." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  companyId?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "New amount of the deal." })
  @IsOptional()
  @Min(0)
  @Max(maxAmount)
  amount?: number | null;
  @Field(() => String, { nullable: true, description: "New currency, as an ISO 4217 code." })
  @IsOptional()
  @Matches(/^[A-Z]{3}$/)
  currency?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Day on which the deal is expected to close." })
  @IsOptional()
  expectedClose?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the user of the account who works on the deal." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  owner?: string | null;
  @Field(() => String, { nullable: true, description: "Notes, at most 5,000 characters." })
  @IsOptional()
  @MaxLength(5_000)
  notes?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. Returns VERSION_CONFLICT when it differs.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number | null;
}

@InputType({ description: "Stage to move a deal to." })
export class MoveDealStageInput {
  @Field(() => ID, { description: "ID of the deal to move." })
  @MinLength(1)
  @MaxLength(64)
  dealId: string;
  @Field(() => String, { description: "Key of the stage in the deal's pipeline." })
  @Matches(key)
  stage: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether a closed deal is opened again. Without it, a closed deal is not moved.",
  })
  reopen: boolean;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. Returns VERSION_CONFLICT when another person was faster.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number | null;
}

@InputType({ description: "End of a deal." })
export class CloseDealInput {
  @Field(() => ID, { description: "ID of the deal to close." })
  @MinLength(1)
  @MaxLength(64)
  dealId: string;
  @Field(() => CrmDealOutcome, { description: "How the deal ended." })
  outcome: CrmDealOutcome;
  @Field(() => String, { nullable: true, description: "Reason, at most 500 characters." })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. Returns VERSION_CONFLICT when it differs.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number | null;
}

@ArgsType()
export class DealsArgs extends CrmPageArgs {
  @Field(() => String, { nullable: true, description: "Only deals of this stage." })
  @IsOptional()
  @Matches(key)
  stage?: string | null;
  @Field(() => ID, { nullable: true, description: "Only deals that this user works on." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  owner?: string | null;
  @Field(() => String, { nullable: true, description: "Only deals of this pipeline." })
  @IsOptional()
  @Matches(key)
  pipeline?: string | null;
  @Field(() => CrmDealStatus, { nullable: true, description: "Only deals with this status." })
  status?: CrmDealStatus | null;
  @Field(() => ID, { nullable: true, description: "Only deals with this contact." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => ID, { nullable: true, description: "Only deals with this company." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  companyId?: string | null;
}
