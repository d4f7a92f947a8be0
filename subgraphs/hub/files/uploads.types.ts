import { IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { maxUploadBytes, uploadTypes, type UploadType } from "../../../src/file-kind.ts";

const anyType = `^(${uploadTypes.join("|").replaceAll("/", "\\/")})$`;

@InputType({ description: "File to upload: its content, or its size to get an upload URL." })
export class UploadFileInput {
  @Field(() => String, { description: "Name of the file with its extension, without slashes." })
  @MinLength(1)
  @MaxLength(200)
  @Matches(/^[^/\\\p{C}]+$/u, { message: "must be a file name without slashes" })
  filename: string;
  @Field(() => String, { description: `Media type of the file: ${uploadTypes.join(", ")}.` })
  @Matches(new RegExp(anyType, "u"), { message: `must be ${uploadTypes.join(", ")}` })
  contentType: UploadType;
  @Field(() => String, {
    nullable: true,
    description: "File content as base64, at most 64 KiB decoded. Omit it to send the bytes to `uploadUrl`.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(87_384)
  content: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Size in bytes when the content is omitted, at most 10 MiB.",
  })
  @IsOptional()
  @Min(1)
  @Max(maxUploadBytes)
  size: number | null;
}

@ObjectType({
  description: "Uploaded file, or one that awaits its upload. Pass its ID to tools that take files.",
})
export class UploadedFile {
  @Field(() => ID, { description: "ID of the file." })
  fileId: string;
  @Field(() => String, { description: "Name of the file, with its extension." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as `application/pdf`." })
  contentType: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, {
    description: "Status of the upload: `stored`, or `awaited` until the bytes were sent.",
  })
  status: "stored" | "awaited";
  @Field(() => String, {
    nullable: true,
    description:
      "URL for one PUT of the bytes with this content type and size. Needs no credential. Null when stored.",
  })
  uploadUrl: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Expiry time of the upload URL, 15 minutes after creation; null when stored.",
  })
  uploadExpiresAt: Date | null;
  @Field(() => Date, { description: "Time at which the file is deleted automatically." })
  keptUntil: Date;
}

@ObjectType({ description: "Stored or awaited file of an owner." })
@Directive("@inaccessible")
export class HeldFile {
  @Field(() => String, { description: "Key of the file's content in the file storage." })
  storageKey: string;
  @Field(() => String, { description: "Name of the file, with its extension." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as `application/pdf`." })
  contentType: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
}

@InputType({ description: "File of an owner to look up." })
@Directive("@inaccessible")
export class OwnedFileInput {
  @Field(() => ID, { description: "ID of the file." })
  fileId: string;
  @Field(() => ID, { description: "ID of the account that owns the file." })
  ownerId: string;
}

@InputType({ description: "File whose bytes were received." })
@Directive("@inaccessible")
export class ClaimFileInput {
  @Field(() => ID, { description: "ID of the file." })
  fileId: string;
  @Field(() => String, { description: "SHA-256 of the bytes, in hex." })
  sha256: string;
}

@InputType({ description: "File to be stored for an owner." })
@Directive("@inaccessible")
export class BeginFileInput {
  @Field(() => ID, { description: "ID of the account that owns the file." })
  ownerId: string;
  @Field(() => String, { description: "ID of the app the file belongs to." })
  appId: string;
  @Field(() => String, { description: "Name of the file, with its extension." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as `application/pdf`." })
  contentType: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 of the bytes, in hex." })
  sha256: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether the file is kept until it is deleted, instead of for 15 minutes.",
  })
  isLasting: boolean;
}

@ObjectType({ description: "Stored file with its link." })
@Directive("@inaccessible")
export class FinishedFile {
  @Field(() => String, { description: "Signed URL of the file. Anyone with the URL can open it." })
  url: string;
  @Field(() => Date, { description: "Expiry time of the URL, ISO 8601 in UTC." })
  expiresAt: Date;
}
