import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "What a link to a file carries." })
@Directive("@inaccessible")
export class FileLinkInput {
  @Field(() => ID)
  fileId: string;
  @Field(() => String, { description: "Unix seconds, as they stand in the link." })
  expires: string;
  @Field(() => String)
  keyId: string;
  @Field(() => String)
  signature: string;
  @Field(() => String, {
    defaultValue: "1",
    description: "The file's link version, as it stands in the link.",
  })
  version: string;
}

@ObjectType({ description: "A file that may be handed out." })
@Directive("@inaccessible")
export class LinkedFile {
  @Field(() => String, { description: "Where its bytes are in the store." })
  storageKey: string;
  @Field(() => String)
  filename: string;
  @Field(() => String)
  contentType: string;
  @Field(() => Int, { description: "Bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 of its bytes, in hex." })
  sha256: string;
  @Field(() => Date, { description: "When the link ends." })
  expiresAt: Date;
}

@ObjectType({ description: "A file whose links were revoked. The file itself stays." })
export class RevokedFileLinks {
  @Field(() => ID)
  fileId: string;
  @Field(() => Date, { description: "Links that were made before open nothing from this time on." })
  revokedAt: Date;
}

@ObjectType({ description: "A file that was deleted. Links to it open nothing any more." })
export class DeletedFile {
  @Field(() => ID)
  fileId: string;
  @Field(() => Date)
  deletedAt: Date;
}
