import { ArrayMaxSize, IsOptional, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { CallScriptStepInput } from "./scripts.types.ts";

@ArgsType()
export class ValidateScriptArgs {
  @Field(() => ID, {
    nullable: true,
    description: "A script, by its latest version; with `steps`, what shall be its next.",
  })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => [CallScriptStepInput], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  steps?: CallScriptStepInput[] | null;
  @Field(() => [String], { nullable: true, description: "Names that the steps may use." })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(40, { each: true })
  variables?: string[] | null;
}

@ObjectType({ description: "Something that is wrong with a script." })
export class CallScriptProblem {
  @Field(() => String, {
    description:
      "no_steps, duplicate_step, missing_next, unknown_step, unexpected_answer, unreachable_step, loop_without_exit or unknown_variable.",
  })
  rule: string;
  @Field(() => String, { nullable: true })
  stepId: string | null;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "What is wrong with a script." })
export class CallScriptValidation {
  @Field(() => Boolean)
  valid: boolean;
  @Field(() => [CallScriptProblem])
  problems: CallScriptProblem[];
}

@ArgsType()
export class SimulateScriptArgs {
  @Field(() => ID)
  @MaxLength(64)
  scriptId: string;
  @Field(() => [String], { description: "What the called person says, in turn; an empty text is silence." })
  @ArrayMaxSize(100)
  @MaxLength(500, { each: true })
  utterances: string[];
  @Field(() => Int, { nullable: true, description: "The latest version when left out." })
  @IsOptional()
  @Min(1)
  @Max(100_000)
  version?: number | null;
  @Field(() => JSONObjectScalar, { nullable: true, description: "Texts by name." })
  @IsOptional()
  variables?: Record<string, unknown> | null;
}

@ObjectType({ description: "A turn of a dialogue that was tried." })
export class SimulatedTurn {
  @Field(() => Int)
  index: number;
  @Field(() => String, { description: "agent or callee." })
  speaker: string;
  @Field(() => String)
  text: string;
  @Field(() => String, { nullable: true })
  stepId: string | null;
}

@ObjectType({ description: "How a call with these answers would go. Nobody is called." })
export class SimulatedCall {
  @Field(() => [SimulatedTurn])
  turns: SimulatedTurn[];
  @Field(() => Boolean, { description: "False where the answers ended before the dialogue." })
  ended: boolean;
  @Field(() => String, { nullable: true })
  endedReason: string | null;
  @Field(() => String, { nullable: true })
  outcome: string | null;
  @Field(() => Boolean)
  goalReached: boolean;
}
