import { IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { maxUploadBytes, uploadTypes, type UploadType } from "../../../src/file-kind.ts";

const anyType = `^(${uploadTypes.join("|").replaceAll("/", "\\/")})$`;

@InputType({ description: "A file to be handed in: its content, or how large it will be." })
export class UploadFileInput {
  @Field(() => String)
  @MinLength(1)
  @MaxLength(200)
  @Matches(/^[^/\\\p{C}]+$/u, { message: "must be a name without slashes" })
  filename: string;
  @Field(() => String, { description: `One of ${uploadTypes.join(", ")}.` })
  @Matches(new RegExp(anyType, "u"), { message: `must be ${uploadTypes.join(", ")}` })
  contentType: UploadType;
  @Field(() => String, {
    nullable: true,
    description: "Base64 of at most 64 KiB; left out, the bytes are sent to the link of the answer.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(87_384)
  content: string | null;
  @Field(() => Int, { nullable: true, description: "Bytes, when the content is left out; at most 10 MiB." })
  @IsOptional()
  @Min(1)
  @Max(maxUploadBytes)
  size: number | null;
}

@ObjectType({ description: "A file that was handed in, or is awaited. Tools that take files take its id." })
export class UploadedFile {
  @Field(() => ID)
  fileId: string;
  @Field(() => String)
  filename: string;
  @Field(() => String)
  contentType: string;
  @Field(() => Int, { description: "Bytes." })
  size: number;
  @Field(() => String, { description: "stored, or awaited until its bytes were sent." })
  status: "stored" | "awaited";
  @Field(() => String, {
    nullable: true,
    description:
      "Where the bytes are sent with PUT, with this contentType and size, once. No credential is needed.",
  })
  uploadUrl: string | null;
  @Field(() => Date, { nullable: true, description: "When that link ends, 15 minutes later." })
  uploadExpiresAt: Date | null;
  @Field(() => Date, { description: "When the file is deleted by itself." })
  keptUntil: Date;
}

@ObjectType({ description: "What is known of a file that may be sent, or is the owner's." })
@Directive("@inaccessible")
export class HeldFile {
  @Field(() => String, { description: "Where its bytes are in the store." })
  storageKey: string;
  @Field(() => String)
  filename: string;
  @Field(() => String)
  contentType: string;
  @Field(() => Int, { description: "Bytes." })
  size: number;
}

@InputType({ description: "An owner's file." })
@Directive("@inaccessible")
export class OwnedFileInput {
  @Field(() => ID)
  fileId: string;
  @Field(() => ID)
  ownerId: string;
}

@InputType({ description: "Bytes that have come for a file." })
@Directive("@inaccessible")
export class ClaimFileInput {
  @Field(() => ID)
  fileId: string;
  @Field(() => String, { description: "SHA-256 of the bytes, in hex." })
  sha256: string;
}

@InputType({ description: "A file that is about to be stored for an owner, for a quarter of an hour." })
@Directive("@inaccessible")
export class BeginFileInput {
  @Field(() => ID)
  ownerId: string;
  @Field(() => String)
  appId: string;
  @Field(() => String)
  filename: string;
  @Field(() => String)
  contentType: string;
  @Field(() => Int)
  size: number;
  @Field(() => String, { description: "SHA-256 of the bytes, in hex." })
  sha256: string;
}

@ObjectType({ description: "A file whose bytes are stored, and a link to it." })
@Directive("@inaccessible")
export class FinishedFile {
  @Field(() => String)
  url: string;
  @Field(() => Date)
  expiresAt: Date;
}
