import { Field, ID, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "A document as a file." })
export class DocumentFile {
  @Field(() => ID, { description: "ID of the document in the file." })
  documentId: string;
  @Field(() => String, {
    description: "Suggested file name: the number or kind of the document with `.pdf`.",
  })
  filename: string;
  @Field(() => String, { description: "Media type of the file: `application/pdf`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of the content: `base64`." })
  encoding: string;
  @Field(() => String, { description: "File content, encoded in base64." })
  content: string;
  @Field(() => Int, { description: "Size of the decoded file in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 checksum of the decoded file, in hexadecimal." })
  sha256: string;
}
