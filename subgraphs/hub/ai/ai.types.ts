import { IsInt, Max, MaxLength, Min, MinLength } from "class-validator";
import { Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "A text to be written by whichever AI provider answers first in the chain." })
export class GenerateTextInput {
  @Field(() => String, { description: "What is asked for, 1 to 100,000 characters. It is not kept." })
  @MinLength(1)
  @MaxLength(100_000)
  prompt: string;
  @Field(() => Int, { defaultValue: 2000, description: "The longest answer, in tokens: 1 to 8,000." })
  @IsInt()
  @Min(1)
  @Max(8000)
  maxTokens: number;
  @Field(() => Float, {
    defaultValue: 0.7,
    description:
      "From 0, always the likeliest word, to 2. A provider takes its own highest where that is less; some models take none.",
  })
  @Min(0)
  @Max(2)
  temperature: number;
  @Field(() => Int, {
    defaultValue: 30_000,
    description: "Milliseconds that one provider may take before the next one is asked: 1,000 to 120,000.",
  })
  @IsInt()
  @Min(1000)
  @Max(120_000)
  timeout: number;
}

@ObjectType({ description: "What an answer took, as the provider counted it." })
export class AiTextUsage {
  @Field(() => Int)
  inputTokens: number;
  @Field(() => Int)
  outputTokens: number;
  @Field(() => Float, {
    nullable: true,
    description: "By list price; null for a model whose price is not known.",
  })
  estimatedCostUsd: number | null;
}

@ObjectType({ description: "A text that an AI provider has written." })
export class GeneratedText {
  @Field(() => String)
  content: string;
  @Field(() => String, { description: "Who wrote it: openai, anthropic, google or mistral." })
  provider: string;
  @Field(() => String, {
    description: "The provider's model. It ends in `-sandbox` where the sandbox stood in for the provider.",
  })
  model: string;
  @Field(() => Int, { description: "Milliseconds from the request to the answer, failed attempts included." })
  duration: number;
  @Field(() => AiTextUsage, { nullable: true, description: "Null when the provider did not tell." })
  usage: AiTextUsage | null;
  @Field(() => Boolean, {
    description: "True when it was not the first provider of the chain that answered.",
  })
  fallback: boolean;
}

@ObjectType({ description: "A part of a text while it is written; the last part carries the whole." })
export class GeneratedTextPart {
  @Field(() => String, { description: "What has been written since the part before." })
  delta: string;
  @Field(() => GeneratedText, { nullable: true, description: "The whole text, at the end; null before." })
  result: GeneratedText | null;
}

@ObjectType({ description: "How an AI provider is doing." })
export class AiProviderStatus {
  @Field(() => String, { description: "`healthy`, `degraded`, `down` or `unconfigured`." })
  status: string;
  @Field(() => Date, {
    nullable: true,
    description: "The last call or probe; null for a provider that is not set up.",
  })
  lastCheckedAt: Date | null;
}

@ObjectType({ description: "The AI providers by name." })
export class AiProviderStatuses {
  @Field(() => AiProviderStatus)
  openai: AiProviderStatus;
  @Field(() => AiProviderStatus)
  anthropic: AiProviderStatus;
  @Field(() => AiProviderStatus)
  google: AiProviderStatus;
  @Field(() => AiProviderStatus)
  mistral: AiProviderStatus;
}

@ObjectType({ description: "How the AI providers are doing, from what their last calls came to." })
export class AiProvidersStatus {
  @Field(() => AiProviderStatuses)
  providers: AiProviderStatuses;
  @Field(() => Date)
  timestamp: Date;
}

@ObjectType()
export class AiUsageTotals {
  @Field(() => Int)
  textRequests: number;
  @Field(() => Int)
  imageRequests: number;
  @Field(() => Float, { description: "Average over all requests; 0 when there are none." })
  avgDurationMs: number;
  @Field(() => Float, { description: "By list price, over all attempts that were billed." })
  estimatedSpendUsd: number;
}

@ObjectType()
export class AiUsageDay {
  @Field(() => DateScalar, { description: "The day in UTC." })
  date: string;
  @Field(() => Int)
  textRequests: number;
  @Field(() => Int)
  imageRequests: number;
  @Field(() => Float)
  spendUsd: number;
}

@ObjectType({ description: "An app's use of AI over the last 30 UTC days, today included." })
export class AiUsage {
  @Field(() => ID)
  appId: string;
  @Field(() => AiUsageTotals)
  totals: AiUsageTotals;
  @Field(() => [AiUsageDay], { description: "Every day, oldest first; zeros where nothing was asked." })
  daily: AiUsageDay[];
}
