import { IsInt, IsOptional, Matches, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { CrmPageArgs } from "../page.types.ts";

/** One line with something in it. Blanks and the first other character exclude each other, which keeps it linear. */
const oneLine = /^[^\S\r\n]*\S[^\r\n]*$/;
const maxHtml = 200_000;
const merging =
  "`{{firstName|there}}` puts in a variable, or what stands behind the bar where there is none.";

@ObjectType({ description: "A message that is written once and sent to many." })
export class EmailTemplate {
  @Field(() => ID)
  templateId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  subject: string;
  @Field(() => String, { description: `Sanitised HTML. ${merging}` })
  htmlBody: string;
  @Field(() => String, { nullable: true })
  textBody: string | null;
  @Field(() => [String], { description: "Variables that it asks for." })
  variables: string[];
  @Field(() => Int, { description: "Counts its changes; an update may name the one it is for." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "Templates, the newest first." })
export class EmailTemplatePage extends pageOf(EmailTemplate, "templates") {
  @Field(() => Int)
  total: number;
}

@ObjectType({ description: "A template with its variables put in." })
export class EmailTemplatePreview {
  @Field(() => ID)
  templateId: string;
  @Field(() => String)
  subject: string;
  @Field(() => String)
  html: string;
  @Field(() => String, { nullable: true })
  text: string | null;
  @Field(() => [String], { description: "Variables that had neither a value nor a default." })
  missing: string[];
}

@ObjectType({ description: "A template that is gone; what was sent from it stays." })
export class DeletedEmailTemplate {
  @Field(() => ID)
  templateId: string;
  @Field(() => Date)
  deletedAt: Date;
}

@InputType({ description: "A message to be sent to many." })
export class CreateEmailTemplateInput {
  @Field(() => String, { description: "Unique in the account, whatever the case." })
  @MaxLength(100)
  @Matches(oneLine)
  name: string;
  @Field(() => String, { description: merging })
  @MaxLength(255)
  @Matches(oneLine)
  subject: string;
  @Field(() => String, { description: `HTML; what may not be in a mail is taken out. ${merging}` })
  @MinLength(1)
  @MaxLength(maxHtml)
  htmlBody: string;
  @Field(() => String, { nullable: true, description: "The same for programs that show no HTML." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(maxHtml)
  textBody?: string | null;
}

@InputType({ description: "Changes to a template. What is left out stays; a null text is taken away." })
export class UpdateEmailTemplateInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  templateId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100)
  @Matches(oneLine)
  name?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(255)
  @Matches(oneLine)
  subject?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(maxHtml)
  htmlBody?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(maxHtml)
  textBody?: string | null;
  @Field(() => Int, { nullable: true, description: "The version that the changes are for." })
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number | null;
}

@InputType({ description: "Names a template that is to go." })
export class DeleteEmailTemplateInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  templateId: string;
}

@ArgsType()
export class EmailTemplatesArgs extends CrmPageArgs {}

@ArgsType()
export class EmailTemplatePreviewArgs {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  templateId: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Values by name: texts, numbers or booleans, 100 at most. They win over what the contact has.",
  })
  variables?: Record<string, unknown> | null;
  @Field(() => ID, { nullable: true, description: "A contact whose own fields are put in." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
}
