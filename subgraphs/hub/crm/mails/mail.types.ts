import {
  ArrayMaxSize,
  IsEmail,
  IsIn,
  IsOptional,
  Length,
  Matches,
  MaxLength,
  MinLength,
} from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { categories, type Category } from "../campaigns/campaign.types.ts";
import { replyPattern } from "./mail-thread.ts";

@InputType({ description: "E-mail to one person." })
export class SendEmailInput {
  @Field(() => String, { description: "E-mail address of the recipient." })
  @MinLength(3)
  @MaxLength(254)
  to: string;
  @Field(() => String, { nullable: true, description: "Name of the recipient, at most 200 characters." })
  @IsOptional()
  @Length(1, 200)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  name?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the contact to link it to. By default the contact with this address.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Subject line. Defaults to the template's; required without `templateId`.",
  })
  @IsOptional()
  @Length(1, 255)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  subject?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "HTML body with merge variables as {{name|default}}. Unsafe markup is removed. Required without `templateId`.",
  })
  @IsOptional()
  @Length(1, 200_000)
  htmlBody?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the template to send, instead of `htmlBody`." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  templateId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Plain-text body for mail programs without HTML. Generated from the HTML by default.",
  })
  @IsOptional()
  @MaxLength(200_000)
  textBody?: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Values by variable name, at most 50. They override the contact's own values.",
  })
  @IsOptional()
  variables?: Record<string, unknown> | null;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of up to 10 files of the account to attach, 5 MiB together.",
  })
  @IsOptional()
  @ArrayMaxSize(10)
  @MinLength(1, { each: true })
  @MaxLength(64, { each: true })
  attachments?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Message that this one answers. The `messageId` of a message of the CRM, or a Message-ID in angle brackets. Mail programs show both in one conversation.",
  })
  @IsOptional()
  @Matches(replyPattern)
  inReplyTo?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Sender name, 1 to 100 characters. Defaults to the business name.",
  })
  @IsOptional()
  @Length(1, 100)
  @Matches(/^[^\r\n]*$/, { message: "must be one line" })
  fromName?: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address for replies." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  replyTo?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Category: `marketing` (default) or `transactional`. Marketing needs a postal address in the business profile.",
  })
  @IsOptional()
  @IsIn(categories)
  category?: Category | null;
  @Field(() => ID, {
    nullable: true,
    description:
      "ID of a connection to `google` or `microsoft` whose mailbox sends it. Needs the scope `https://www.googleapis.com/auth/gmail.send` or `Mail.Send`. Default: the platform's mail server.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  connectionId?: string | null;
}

@ObjectType({ description: "E-mail that was accepted for sending." })
export class SentEmail {
  @Field(() => ID, { description: "Unique ID of the message. Read its delivery status with it." })
  messageId: string;
  @Field(() => String, { description: "Status of the message, always `queued`." })
  status: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the recipient's contact; null when the address belongs to none.",
  })
  contactId: string | null;
  @Field(() => String, { description: "Message-ID header of the mail, by which replies refer to it." })
  internetMessageId: string;
}
