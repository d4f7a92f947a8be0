import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsOptional,
  Matches,
  MaxLength,
  Max,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

const stepId = /^[A-Za-z0-9][\w-]{0,39}$/;
const variableName = /^[A-Za-z]\w{0,39}$/;

@InputType({ description: "A step of a dialogue." })
export class CallScriptStepInput {
  @Field(() => String)
  @Matches(stepId, { message: "must be letters, digits, - and _" })
  id: string;
  @Field(() => String, { description: "What is said; `{{name}}` is a variable." })
  @MaxLength(1000)
  @Matches(/\S/, { message: "must not be blank" })
  say: string;
  @Field(() => [String], { nullable: true, description: "Answers that are listened for." })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(80, { each: true })
  expect?: string[] | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Id of the next step by expected answer; `*` is any other. Without any, the call ends here.",
  })
  @IsOptional()
  next?: Record<string, unknown> | null;
  @Field(() => Boolean, { nullable: true, description: "True for a step that reaches the goal." })
  @IsOptional()
  goal?: boolean | null;
}

@ObjectType({ description: "A step of a dialogue." })
export class CallScriptStep {
  @Field(() => String)
  id: string;
  @Field(() => String)
  say: string;
  @Field(() => [String])
  expect: string[];
  @Field(() => JSONObjectScalar)
  next: Record<string, string>;
  @Field(() => Boolean)
  goal: boolean;
}

@ObjectType({ description: "A version of a script. A call keeps the one it began with." })
export class CallScriptVersion {
  @Field(() => ID)
  scriptId: string;
  @Field(() => Int)
  version: number;
  @Field(() => String, { description: "draft, published or retired." })
  status: string;
  @Field(() => String)
  goal: string;
  @Field(() => [CallScriptStep], { description: "A call begins with the first." })
  steps: CallScriptStep[];
  @Field(() => [String])
  variables: string[];
  @Field(() => Date, { nullable: true })
  publishedAt: string | null;
  @Field(() => Date)
  createdAt: string;
}

@ObjectType({ description: "A dialogue that calls are led by." })
export class CallScript {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { description: "active or archived." })
  status: string;
  @Field(() => Int)
  latestVersion: number;
  @Field(() => Int, { nullable: true, description: "Calls are led by it; null before one is published." })
  publishedVersion: number | null;
  @Field(() => CallScriptVersion, { description: "The version that was asked for, else the latest." })
  version: CallScriptVersion;
  @Field(() => Date)
  createdAt: string;
  @Field(() => Date)
  updatedAt: string;
}

@ObjectType({ description: "A script in a list." })
class CallScriptSummary {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  status: string;
  @Field(() => Int)
  latestVersion: number;
  @Field(() => Int, { nullable: true })
  publishedVersion: number | null;
  @Field(() => Date)
  createdAt: string;
  @Field(() => Date)
  updatedAt: string;
}

@ObjectType({ description: "A page of scripts, newest first." })
export class CallScriptPage extends countedPageOf(CallScriptSummary, "scripts", { nextCursor: nextPage }) {}

@ObjectType({ description: "Every version of a script, newest first." })
export class CallScriptVersionList {
  @Field(() => [CallScriptVersion])
  versions: CallScriptVersion[];
}

/** What a script says, in either form. */
@InputType()
abstract class ScriptContentInput {
  @Field(() => [CallScriptStepInput], { nullable: true, description: "The dialogue; or `text`." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  steps?: CallScriptStepInput[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Said paragraph by paragraph, whatever is answered; or `steps`.",
  })
  @IsOptional()
  @MaxLength(10_000)
  text?: string | null;
  @Field(() => [String], { nullable: true, description: "Names that calls give values for." })
  @IsOptional()
  @ArrayMaxSize(50)
  @Matches(variableName, { each: true, message: "must be names of letters and digits" })
  variables?: string[] | null;
}

@InputType({ description: "A new script; its first version is a draft." })
export class CreateCallScriptInput extends ScriptContentInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "What a call shall reach." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  goal: string;
}

@InputType({ description: "The next draft of a script; what is left out is as in the latest version." })
export class UpdateCallScriptInput extends ScriptContentInput {
  @Field(() => ID)
  @MaxLength(64)
  scriptId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  goal?: string | null;
}

@InputType({ description: "A version that calls shall be led by." })
export class PublishScriptVersionInput {
  @Field(() => ID)
  @MaxLength(64)
  scriptId: string;
  @Field(() => Int)
  @Min(1)
  @Max(100_000)
  version: number;
}

@InputType({ description: "A script." })
export class CallScriptIdInput {
  @Field(() => ID)
  @MaxLength(64)
  scriptId: string;
}

@ArgsType()
export class CallScriptArgs {
  @Field(() => ID)
  @MaxLength(64)
  scriptId: string;
  @Field(() => Int, { nullable: true, description: "The latest when left out." })
  @IsOptional()
  @Min(1)
  @Max(100_000)
  version?: number | null;
}

@ArgsType()
export class CallScriptVersionsArgs {
  @Field(() => ID)
  @MaxLength(64)
  scriptId: string;
}

@ArgsType()
export class CallScriptsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "active or archived." })
  @IsOptional()
  @IsIn(["active", "archived"])
  status?: "active" | "archived" | null;
}
