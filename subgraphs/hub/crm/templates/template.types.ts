import { IsInt, IsOptional, Matches, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { CrmPageArgs } from "../page.types.ts";

/** One line with something in it. Blanks and the first other character exclude each other, which keeps it linear. */
const oneLine = /^[^\S\r\n]*\S[^\r\n]*$/;
const maxHtml = 200_000;
const merging = "`{{firstName|there}}` inserts a variable, with a default after the bar.";

@ObjectType({ description: "Reusable e-mail with merge variables." })
export class EmailTemplate {
  @Field(() => ID, { description: "Unique ID of the template." })
  templateId: string;
  @Field(() => String, { description: "Name of the template, unique in the account regardless of case." })
  name: string;
  @Field(() => String, { description: `Subject line of the e-mail. ${merging}` })
  subject: string;
  @Field(() => String, { description: `HTML body after sanitising. ${merging}` })
  htmlBody: string;
  @Field(() => String, {
    nullable: true,
    description: "Plain-text body; null when it is generated from the HTML.",
  })
  textBody: string | null;
  @Field(() => [String], {
    description: "Names of the variables used in subject and bodies, in order of first use.",
  })
  variables: string[];
  @Field(() => Int, { description: "Version of the template, starting at 1. Increases with every update." })
  version: number;
  @Field(() => Date, { description: "Time when the template was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the template." })
  updatedAt: Date;
}

@ObjectType({ description: "One page of e-mail templates, newest first." })
export class EmailTemplatePage extends pageOf(EmailTemplate, "templates") {
  @Field(() => Int, { description: "Number of templates in the account, on all pages." })
  total: number;
}

@ObjectType({ description: "Template rendered with sample values." })
export class EmailTemplatePreview {
  @Field(() => ID, { description: "ID of the template that was rendered." })
  templateId: string;
  @Field(() => String, { description: "Rendered subject line." })
  subject: string;
  @Field(() => String, { description: "Rendered HTML body." })
  html: string;
  @Field(() => String, {
    nullable: true,
    description: "Rendered plain-text body; null when the template has none.",
  })
  text: string | null;
  @Field(() => [String], {
    description: "Variables with neither a value nor a default. They render as empty text.",
  })
  missing: string[];
}

@ObjectType({ description: "Deleted template. Messages already sent from it are kept." })
export class DeletedEmailTemplate {
  @Field(() => ID, { description: "ID of the deleted template." })
  templateId: string;
  @Field(() => Date, { description: "Time when the template was deleted." })
  deletedAt: Date;
}

@InputType({ description: "Content of a new e-mail template." })
export class CreateEmailTemplateInput {
  @Field(() => String, {
    description: "Name of the template, 1 to 100 characters, unique in the account regardless of case.",
  })
  @MaxLength(100)
  @Matches(oneLine)
  name: string;
  @Field(() => String, { description: `Subject line, at most 255 characters. ${merging}` })
  @MaxLength(255)
  @Matches(oneLine)
  subject: string;
  @Field(() => String, {
    description: `HTML body, at most 200,000 characters. Unsafe markup is removed. ${merging}`,
  })
  @MinLength(1)
  @MaxLength(maxHtml)
  htmlBody: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Plain-text body for mail programs without HTML, at most 200,000 characters. Generated from the HTML by default.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(maxHtml)
  textBody?: string | null;
}

@InputType({ description: "Changes to an e-mail template. Omitted fields stay unchanged." })
export class UpdateEmailTemplateInput {
  @Field(() => ID, { description: "ID of the template to update." })
  @MinLength(1)
  @MaxLength(64)
  templateId: string;
  @Field(() => String, {
    nullable: true,
    description: "New name, 1 to 100 characters, unique in the account regardless of case.",
  })
  @IsOptional()
  @MaxLength(100)
  @Matches(oneLine)
  name?: string | null;
  @Field(() => String, {
    nullable: true,
    description: `New subject line, at most 255 characters. ${merging}`,
  })
  @IsOptional()
  @MaxLength(255)
  @Matches(oneLine)
  subject?: string | null;
  @Field(() => String, {
    nullable: true,
    description: `New HTML body, at most 200,000 characters. Unsafe markup is removed. ${merging}`,
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(maxHtml)
  htmlBody?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New plain-text body, at most 200,000 characters. Null removes it.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(maxHtml)
  textBody?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. Returns VERSION_CONFLICT when it differs.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number | null;
}

@InputType({ description: "Selects the e-mail template to delete." })
export class DeleteEmailTemplateInput {
  @Field(() => ID, { description: "ID of the template to delete." })
  @MinLength(1)
  @MaxLength(64)
  templateId: string;
}

@ArgsType()
export class EmailTemplatesArgs extends CrmPageArgs {}

@ArgsType()
export class EmailTemplatePreviewArgs {
  @Field(() => ID, { description: "ID of the template to render." })
  @MinLength(1)
  @MaxLength(64)
  templateId: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Values by variable name, at most 100. Strings, numbers or booleans; they override the contact's own values.",
  })
  variables?: Record<string, unknown> | null;
  @Field(() => ID, { nullable: true, description: "ID of a contact whose fields fill in the variables." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
}
