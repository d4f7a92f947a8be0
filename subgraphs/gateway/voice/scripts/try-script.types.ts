import { ArrayMaxSize, IsOptional, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { CallScriptStepInput } from "./scripts.types.ts";

@ArgsType()
export class ValidateScriptArgs {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the script to check, in its latest version. Required without `steps`.",
  })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => [CallScriptStepInput], {
    nullable: true,
    description: "Steps to check instead of the stored ones, at most 100.",
  })
  @IsOptional()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  steps?: CallScriptStepInput[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "Names of the variables the steps may use, at most 50.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(40, { each: true })
  variables?: string[] | null;
}

@ObjectType({ description: "An error found in a script." })
export class CallScriptProblem {
  @Field(() => String, {
    description:
      "Rule that is broken: no_steps, duplicate_step, missing_next, unknown_step, unexpected_answer, unreachable_step, loop_without_exit or unknown_variable.",
  })
  rule: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of the faulty step. Null when the script has no steps.",
  })
  stepId: string | null;
  @Field(() => String, { description: "Explanation of the error." })
  message: string;
}

@ObjectType({ description: "Result of checking a script." })
export class CallScriptValidation {
  @Field(() => Boolean, { description: "True when the script has no errors and can be published." })
  valid: boolean;
  @Field(() => [CallScriptProblem], { description: "Errors found, in order of the steps." })
  problems: CallScriptProblem[];
}

@ArgsType()
export class SimulateScriptArgs {
  @Field(() => ID, { description: "ID of the script." })
  @MaxLength(64)
  scriptId: string;
  @Field(() => [String], {
    description: "Answers of the called person, in order. At most 100; an empty text is silence.",
  })
  @ArrayMaxSize(100)
  @MaxLength(500, { each: true })
  utterances: string[];
  @Field(() => Int, {
    nullable: true,
    description: "Number of the script version to simulate. Default: the latest.",
  })
  @IsOptional()
  @Min(1)
  @Max(100_000)
  version?: number | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Values for script variables, as a JSON object.",
  })
  @IsOptional()
  variables?: Record<string, unknown> | null;
}

@ObjectType({ description: "One turn of a simulated call." })
export class SimulatedTurn {
  @Field(() => Int, { description: "Position of the turn, starting at 0." })
  index: number;
  @Field(() => String, { description: "Speaker of the turn: agent or callee." })
  speaker: string;
  @Field(() => String, { description: "Words that are spoken." })
  text: string;
  @Field(() => String, {
    nullable: true,
    description: "ID of the script step of the turn. Null outside any step.",
  })
  stepId: string | null;
}

@ObjectType({ description: "Result of simulating a call. Nobody is called." })
export class SimulatedCall {
  @Field(() => [SimulatedTurn], { description: "Turns of the dialogue, in order." })
  turns: SimulatedTurn[];
  @Field(() => Boolean, { description: "True when the dialogue ended, false when more answers are needed." })
  ended: boolean;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason the dialogue ended: script_finished, agent_hung_up or silence_timeout. Null otherwise.",
  })
  endedReason: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Outcome of the dialogue: finished, opted_out, ended_by_phrase, not_understood or no_response. Null until the end.",
  })
  outcome: string | null;
  @Field(() => Boolean, { description: "True when the dialogue reached the goal of the script." })
  goalReached: boolean;
}
