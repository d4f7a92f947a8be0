import {
  ArrayMaxSize,
  ArrayMinSize,
  IsInt,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";

const oneLine = /^[^\S\r\n]*\S[^\r\n]*$/;
const key = /^[a-z0-9][a-z0-9-]{0,63}$/;

@ObjectType({ description: "Stage of a pipeline." })
export class CrmPipelineStage {
  @Field(() => String, { description: "Key of the stage, unique in the pipeline." })
  stage: string;
  @Field(() => String, { description: "Name of the stage." })
  name: string;
  @Field(() => Int, { description: "Probability of winning a deal of this stage, in percent." })
  probability: number;
}

@ObjectType({ description: "Stages that deals pass through." })
export class CrmPipeline {
  @Field(() => String, { description: "Key of the pipeline, unique in the account." })
  pipeline: string;
  @Field(() => String, { description: "Name of the pipeline." })
  name: string;
  @Field(() => [CrmPipelineStage], { description: "Stages in their order." })
  stages: CrmPipelineStage[];
  @Field(() => Int, {
    description: "Version of the pipeline; 0 for the standard pipeline that the account has not changed.",
  })
  version: number;
}

@ObjectType({ description: "Pipelines of the account." })
export class CrmPipelines {
  @Field(() => [CrmPipeline], { description: "Pipelines by key, at most 20." })
  pipelines: CrmPipeline[];
}

@InputType({ description: "Stage of a pipeline." })
export class PipelineStageInput {
  @Field(() => String, { description: "Key of the stage, for example `proposal`." })
  @Matches(key)
  stage: string;
  @Field(() => String, { description: "Name of the stage, one line of at most 100 characters." })
  @MaxLength(100)
  @Matches(oneLine)
  name: string;
  @Field(() => Int, { description: "Probability of winning a deal of this stage, in percent, 0 to 100." })
  @IsInt()
  @Min(0)
  @Max(100)
  probability: number;
}

@InputType({ description: "A pipeline with all its stages." })
export class SavePipelineInput {
  @Field(() => String, { description: "Key of the pipeline. A new key creates a pipeline." })
  @Matches(key)
  pipeline: string;
  @Field(() => String, { description: "Name of the pipeline, one line of at most 100 characters." })
  @MaxLength(100)
  @Matches(oneLine)
  name: string;
  @Field(() => [PipelineStageInput], {
    description: "All stages in their order, 1 to 20. A stage with open deals cannot be left out.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ValidateNested()
  stages: PipelineStageInput[];
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. Returns VERSION_CONFLICT when it differs.",
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  version?: number | null;
}

@ArgsType()
export class PipelineSummaryArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: "First day of the expected close, and of the close of won and lost deals.",
  })
  @IsOptional()
  from?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day of the expected close, and of the close of won and lost deals.",
  })
  @IsOptional()
  to?: string | null;
  @Field(() => String, { defaultValue: "sales", description: "Key of the pipeline." })
  @Matches(key)
  pipeline: string;
}

@ObjectType({ description: "Open deals of one stage and currency." })
export class CrmStageForecast {
  @Field(() => String, { description: "Key of the stage." })
  stage: string;
  @Field(() => String, { description: "Name of the stage." })
  name: string;
  @Field(() => Int, { description: "Probability of winning a deal of this stage, in percent." })
  probability: number;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => Int, { description: "Number of open deals." })
  count: number;
  @Field(() => MoneyScalar, { description: "Sum of their amounts." })
  amount: number;
  @Field(() => MoneyScalar, { description: "Sum of their amounts times the probability of the stage." })
  weighted: number;
}

@ObjectType({ description: "Open deals of one currency." })
export class CrmCurrencyForecast {
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => Int, { description: "Number of open deals." })
  count: number;
  @Field(() => MoneyScalar, { description: "Sum of their amounts." })
  amount: number;
  @Field(() => MoneyScalar, {
    description: "Weighted forecast: the sum of the weighted amounts of the stages.",
  })
  weighted: number;
}

@ObjectType({ description: "Closed deals of one currency." })
export class CrmClosedDeals {
  @Field(() => String, { description: "Currency of the amount, as an ISO 4217 code." })
  currency: string;
  @Field(() => Int, { description: "Number of deals." })
  count: number;
  @Field(() => MoneyScalar, { description: "Sum of their amounts." })
  amount: number;
}

@ObjectType({ description: "Deals of a pipeline by stage, with a weighted forecast." })
export class CrmPipelineSummary {
  @Field(() => String, { description: "Key of the pipeline." })
  pipeline: string;
  @Field(() => String, { description: "Name of the pipeline." })
  name: string;
  @Field(() => [CrmStageForecast], {
    description: "Every stage in each currency, in the order of the stages.",
  })
  stages: CrmStageForecast[];
  @Field(() => [CrmCurrencyForecast], { description: "Totals of all stages, by currency." })
  totals: CrmCurrencyForecast[];
  @Field(() => [CrmClosedDeals], { description: "Deals that were won, by currency." })
  won: CrmClosedDeals[];
  @Field(() => [CrmClosedDeals], { description: "Deals that were lost, by currency." })
  lost: CrmClosedDeals[];
}
