import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "A receipt that is attached to a transaction." })
export class TransactionReceipt {
  @Field(() => ID, { description: "Unique ID of the receipt." })
  id: string;
  @Field(() => ID, { description: "ID of the transaction that the receipt belongs to." })
  transactionId: string;
  @Field(() => String, { description: "Name of the file, with its extension." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as `application/pdf`." })
  contentType: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 checksum of the file, in hexadecimal." })
  sha256: string;
  @Field(() => Date, { description: "Time at which the receipt was attached." })
  createdAt: Date;
}

@ObjectType({ description: "Receipts of a transaction, oldest first." })
export class TransactionReceiptList {
  @Field(() => [TransactionReceipt], { description: "Attached receipts, up to 10." })
  receipts: TransactionReceipt[];
}

@ObjectType({ description: "A receipt of a transaction as a file." })
export class TransactionReceiptFile {
  @Field(() => String, { description: "Name of the file, with its extension." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as `application/pdf`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`: always `base64`." })
  encoding: "base64";
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, { description: "Content of the file in base64." })
  content: string;
}

@InputType({ description: "An uploaded receipt to attach to a transaction." })
export class AttachTransactionReceiptInput {
  @Field(() => ID, { description: "ID of the transaction." })
  @MaxLength(64)
  transactionId: string;
  @Field(() => ID, {
    description: "ID of the uploaded file, an image or a PDF. Its content is copied.",
  })
  @MaxLength(64)
  fileId: string;
}

@InputType({ description: "A receipt to remove from its transaction." })
export class RemoveTransactionReceiptInput {
  @Field(() => ID, { description: "ID of the transaction." })
  @MaxLength(64)
  transactionId: string;
  @Field(() => ID, { description: "ID of the receipt to remove." })
  @MaxLength(64)
  receiptId: string;
}

@ArgsType()
export class TransactionReceiptsArgs {
  @Field(() => ID, { description: "ID of the transaction whose receipts are listed." })
  @MaxLength(64)
  transactionId: string;
}

@ArgsType()
export class TransactionReceiptFileArgs {
  @Field(() => ID, { description: "ID of the transaction." })
  @MaxLength(64)
  transactionId: string;
  @Field(() => ID, { description: "ID of the receipt." })
  @MaxLength(64)
  receiptId: string;
  @Field(() => Boolean, { nullable: true, description: "Whether REST returns the raw file instead of JSON." })
  @IsOptional()
  download?: boolean | null;
}
