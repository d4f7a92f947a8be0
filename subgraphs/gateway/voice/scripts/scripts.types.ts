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

@InputType({ description: "A step of a script: a text and the possible next steps." })
export class CallScriptStepInput {
  @Field(() => String, { description: "ID of the step, unique in the script. Letters, digits, - and _." })
  @Matches(stepId, { message: "must contain only letters, digits, - and _" })
  id: string;
  @Field(() => String, {
    description: "Text to speak, up to 1,000 characters. `{{name}}` inserts a variable.",
  })
  @MaxLength(1000)
  @Matches(/\S/, { message: "must not be blank" })
  say: string;
  @Field(() => [String], {
    nullable: true,
    description: "Expected answers to listen for. At most 20, each up to 80 characters.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(80, { each: true })
  expect?: string[] | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Next step ID for each expected answer; `*` matches any other. Omit it to end the call after this step.",
  })
  @IsOptional()
  next?: Record<string, unknown> | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether reaching this step reaches the goal. Default: false.",
  })
  @IsOptional()
  goal?: boolean | null;
}

@ObjectType({ description: "A step of a script: a text and the possible next steps." })
export class CallScriptStep {
  @Field(() => String, { description: "ID of the step, unique in the script." })
  id: string;
  @Field(() => String, { description: "Text to speak. `{{name}}` inserts a variable." })
  say: string;
  @Field(() => [String], { description: "Expected answers to listen for." })
  expect: string[];
  @Field(() => JSONObjectScalar, {
    description:
      "Next step ID for each expected answer; `*` matches any other. Empty: the call ends after this step.",
  })
  next: Record<string, string>;
  @Field(() => Boolean, { description: "True when reaching this step reaches the goal." })
  goal: boolean;
}

@ObjectType({ description: "A version of a script. Existing calls keep their version." })
export class CallScriptVersion {
  @Field(() => ID, { description: "ID of the script the version belongs to." })
  scriptId: string;
  @Field(() => Int, { description: "Version number, starting at 1." })
  version: number;
  @Field(() => String, { description: "Version status: draft, published (used for new calls) or retired." })
  status: string;
  @Field(() => String, { description: "Goal that calls with this script should reach." })
  goal: string;
  @Field(() => [CallScriptStep], { description: "Steps of the dialogue. Calls start with the first." })
  steps: CallScriptStep[];
  @Field(() => [String], { description: "Names of the variables that each call provides." })
  variables: string[];
  @Field(() => Date, { nullable: true, description: "Time the version was published. Null for drafts." })
  publishedAt: string | null;
  @Field(() => Date, { description: "Time the version was created." })
  createdAt: string;
}

@ObjectType({ description: "A script that guides the dialogue of calls." })
export class CallScript {
  @Field(() => ID, { description: "Unique ID of the script, prefixed `scr_`." })
  id: string;
  @Field(() => String, { description: "Name of the script." })
  name: string;
  @Field(() => String, { description: "Script status: active or archived." })
  status: string;
  @Field(() => Int, { description: "Number of the latest version." })
  latestVersion: number;
  @Field(() => Int, {
    nullable: true,
    description: "Number of the version used for new calls. Null when none is published.",
  })
  publishedVersion: number | null;
  @Field(() => CallScriptVersion, { description: "Content of the requested version, or of the latest." })
  version: CallScriptVersion;
  @Field(() => Date, { description: "Time the script was created." })
  createdAt: string;
  @Field(() => Date, { description: "Time of the script's last change." })
  updatedAt: string;
}

@ObjectType({ description: "A script in a list, without its steps." })
class CallScriptSummary {
  @Field(() => ID, { description: "Unique ID of the script, prefixed `scr_`." })
  id: string;
  @Field(() => String, { description: "Name of the script." })
  name: string;
  @Field(() => String, { description: "Script status: active or archived." })
  status: string;
  @Field(() => Int, { description: "Number of the latest version." })
  latestVersion: number;
  @Field(() => Int, {
    nullable: true,
    description: "Number of the version used for new calls. Null when none is published.",
  })
  publishedVersion: number | null;
  @Field(() => Date, { description: "Time the script was created." })
  createdAt: string;
  @Field(() => Date, { description: "Time of the script's last change." })
  updatedAt: string;
}

@ObjectType({ description: "A page of scripts, newest first." })
export class CallScriptPage extends countedPageOf(CallScriptSummary, "scripts", {
  total: "Scripts that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@ObjectType({ description: "The versions of a script, newest first." })
export class CallScriptVersionList {
  @Field(() => [CallScriptVersion], { description: "Versions of the script, newest first, at most 500." })
  versions: CallScriptVersion[];
}

/** The content of a script, in either form. */
@InputType()
abstract class ScriptContentInput {
  @Field(() => [CallScriptStepInput], {
    nullable: true,
    description: "Steps of the dialogue, 1 to 100. Use either `steps` or `text`.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  steps?: CallScriptStepInput[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Plain text to speak paragraph by paragraph, whatever is answered. Up to 10,000 characters; use either `text` or `steps`.",
  })
  @IsOptional()
  @MaxLength(10_000)
  text?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: "Names of variables that each call provides, at most 50.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @Matches(variableName, { each: true, message: "must be names of letters, digits and _" })
  variables?: string[] | null;
}

@InputType({ description: "A new script. Its first version is a draft." })
export class CreateCallScriptInput extends ScriptContentInput {
  @Field(() => String, { description: "Name of the script, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "Goal that calls should reach, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  goal: string;
}

@InputType({
  description: "Content of the next draft version. Omitted fields are copied from the latest version.",
})
export class UpdateCallScriptInput extends ScriptContentInput {
  @Field(() => ID, { description: "ID of the script." })
  @MaxLength(64)
  scriptId: string;
  @Field(() => String, { nullable: true, description: "New name of the script, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New goal that calls should reach, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  goal?: string | null;
}

@InputType({ description: "A script version to use for new calls." })
export class PublishScriptVersionInput {
  @Field(() => ID, { description: "ID of the script." })
  @MaxLength(64)
  scriptId: string;
  @Field(() => Int, { description: "Number of the version to publish." })
  @Min(1)
  @Max(100_000)
  version: number;
}

@InputType({ description: "A script, identified by its ID." })
export class CallScriptIdInput {
  @Field(() => ID, { description: "ID of the script." })
  @MaxLength(64)
  scriptId: string;
}

@ArgsType()
export class CallScriptArgs {
  @Field(() => ID, { description: "ID of the script." })
  @MaxLength(64)
  scriptId: string;
  @Field(() => Int, { nullable: true, description: "Number of the version to return. Default: the latest." })
  @IsOptional()
  @Min(1)
  @Max(100_000)
  version?: number | null;
}

@ArgsType()
export class CallScriptVersionsArgs {
  @Field(() => ID, { description: "ID of the script." })
  @MaxLength(64)
  scriptId: string;
}

@ArgsType()
export class CallScriptsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Only scripts with this status: active or archived." })
  @IsOptional()
  @IsIn(["active", "archived"])
  status?: "active" | "archived" | null;
}
