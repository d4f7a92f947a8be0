import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "A file that is sent with an invoice." })
export class InvoiceAttachment {
  @Field(() => ID, { description: "Unique ID of the attachment." })
  id: string;
  @Field(() => ID, { description: "ID of the invoice that the file is sent with." })
  invoiceId: string;
  @Field(() => String, { description: "Name of the file, with its extension." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as `application/pdf`." })
  contentType: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 checksum of the file, in hexadecimal." })
  sha256: string;
  @Field(() => Date, { description: "Time at which the file was attached." })
  createdAt: Date;
}

@ObjectType({ description: "Files that are sent with an invoice, oldest first." })
export class InvoiceAttachmentList {
  @Field(() => [InvoiceAttachment], { description: "Attached files, up to 10." })
  attachments: InvoiceAttachment[];
}

@InputType({ description: "An uploaded file to send with an invoice." })
export class AttachInvoiceFileInput {
  @Field(() => ID, { description: "ID of the invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => ID, { description: "ID of the uploaded file. Its content is copied." })
  @MaxLength(64)
  fileId: string;
}

@InputType({ description: "An attached file to remove from its invoice." })
export class RemoveInvoiceFileInput {
  @Field(() => ID, { description: "ID of the invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => ID, { description: "ID of the attachment to remove." })
  @MaxLength(64)
  attachmentId: string;
}

@ArgsType()
export class InvoiceFilesArgs {
  @Field(() => ID, { description: "ID of the invoice whose files are listed." })
  @MaxLength(64)
  invoiceId: string;
}
