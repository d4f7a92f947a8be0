import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Signed parts of a file link." })
@Directive("@inaccessible")
export class FileLinkInput {
  @Field(() => ID, { description: "ID of the file." })
  fileId: string;
  @Field(() => String, { description: "Expiry time in Unix seconds, as in the link." })
  expires: string;
  @Field(() => String, { description: "ID of the key that signed the link." })
  keyId: string;
  @Field(() => String, { description: "Signature of the link." })
  signature: string;
  @Field(() => String, { defaultValue: "1", description: "Link version of the file, as in the link." })
  version: string;
}

@ObjectType({ description: "Part of a file's content, stored under a key of its own." })
@Directive("@inaccessible")
export class FilePart {
  @Field(() => String, { description: "Key of the part in the file storage." })
  storageKey: string;
  @Field(() => Int, { description: "Size of the part in bytes." })
  size: number;
}

@ObjectType({ description: "Stored file that a valid link opens." })
@Directive("@inaccessible")
export class LinkedFile {
  @Field(() => String, { description: "Key of the file's content in the file storage." })
  storageKey: string;
  @Field(() => String, { description: "Name of the file, with its extension." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as `application/pdf`." })
  contentType: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 of the content, in hex." })
  sha256: string;
  @Field(() => Date, { description: "Expiry time of the link." })
  expiresAt: Date;
  @Field(() => [FilePart], {
    description: "Parts of the content, in order; empty when it is stored under `storageKey`.",
  })
  parts: FilePart[];
}

@ObjectType({ description: "File whose links were revoked. The file itself is kept." })
export class RevokedFileLinks {
  @Field(() => ID, { description: "ID of the file." })
  fileId: string;
  @Field(() => Date, { description: "Time of the revocation. Links created before it no longer work." })
  revokedAt: Date;
}

@ObjectType({ description: "Deleted file. Its links no longer work." })
export class DeletedFile {
  @Field(() => ID, { description: "ID of the deleted file." })
  fileId: string;
  @Field(() => Date, { description: "Time the file was deleted, ISO 8601 in UTC." })
  deletedAt: Date;
}
