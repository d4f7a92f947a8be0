import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";

export const AiGenerationKind = { text: "text", image: "image" } as const;
export type AiGenerationKind = keyof typeof AiGenerationKind;
registerEnumType(AiGenerationKind, {
  name: "AiGenerationKind",
  description: "What was generated with AI.",
  valuesConfig: {
    text: { description: "Text was written." },
    image: { description: "An image was made." },
  },
});

@ObjectType({
  description: "A request of the account for AI text or an image. Prompts and outputs are not kept.",
})
export class AiGeneration {
  @Field(() => ID, { description: "ID of the generation." })
  id: string;
  @Field(() => ID, { description: "ID of the app it was made in." })
  appId: string;
  @Field(() => AiGenerationKind, { description: "What was generated." })
  kind: AiGenerationKind;
  @Field(() => String, {
    description: "`running`, `succeeded`, `failed`, `rejected`, `aborted` or `over_budget`.",
  })
  status: string;
  @Field(() => Boolean, { description: "True when the text was streamed as it was written." })
  isStreamed: boolean;
  @Field(() => String, { nullable: true, description: "Provider that answered; null without an answer." })
  provider: string | null;
  @Field(() => String, { nullable: true, description: "Model that answered; null without an answer." })
  model: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Tokens read by models, over all attempts; null when none were counted.",
  })
  inputTokens: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Tokens written by models, over all attempts; null when none were counted.",
  })
  outputTokens: number | null;
  @Field(() => Boolean, { description: "True when a token count is an estimate, as for an aborted stream." })
  isEstimated: boolean;
  @Field(() => Int, { description: "Image credits spent: 1 for an image, otherwise 0." })
  imageCredits: number;
  @Field(() => Int, { nullable: true, description: "Duration in milliseconds; null while it runs." })
  durationMs: number | null;
  @Field(() => Date, { description: "Time of the request, ISO 8601 in UTC." })
  createdAt: Date;
}

@ObjectType({ description: "A page of AI generations, newest first." })
export class AiGenerationPage extends pageOf(AiGeneration, "generations", {
  nextCursor: "Cursor of the next page: pass it as `cursor`. Null on the last page.",
}) {}

@ArgsType()
export class AiGenerationsArgs {
  @Field(() => AiGenerationKind, { nullable: true, description: "Only generations of this kind." })
  @IsOptional()
  kind?: AiGenerationKind | null;
  @Field(() => Date, { nullable: true, description: "Only generations from this time, ISO 8601." })
  @IsOptional()
  from?: Date | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of generations per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
}
