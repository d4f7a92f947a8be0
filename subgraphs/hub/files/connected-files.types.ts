import { IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { pageOf } from "../../../src/graphql/page-type.ts";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";

const connectionWords =
  "ID of a connection to `google` or `microsoft`. Needs the scope `https://www.googleapis.com/auth/drive.readonly` or `Files.Read`.";

@ObjectType({ description: "File in the Google Drive or OneDrive of a connected account." })
class ConnectedFile {
  @Field(() => ID, { description: "ID of the file at the service." })
  remoteFileId: string;
  @Field(() => String, { description: "Name of the file." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Media type; null for documents that exist at the service alone, such as Google Docs.",
  })
  contentType: string | null;
  @Field(() => Float, { nullable: true, description: "Size in bytes; null where the service gives none." })
  size: number | null;
  @Field(() => Date, { nullable: true, description: "When it was last changed; null where it is not known." })
  modifiedAt: Date | null;
  @Field(() => Boolean, { description: "Whether its type and size allow an import." })
  importable: boolean;
}

@ObjectType({ description: "One page of files of a connected account." })
export class ConnectedFilePage extends pageOf(ConnectedFile, "files") {}

@ArgsType()
export class ConnectedFilesArgs {
  @Field(() => ID, { description: connectionWords })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Words to search for. Without them, the latest files of Google Drive, or those of OneDrive's top folder.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  @Matches(/^[^\p{C}]+$/u, { message: "must be one line of text" })
  query?: string | null;
  @Field(() => Int, { defaultValue: 20, description: "Maximum number of files per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(2_000)
  @Matches(/^[\x21-\x7e]+$/)
  cursor?: string | null;
}

@InputType({ description: "File of a connected account to import." })
export class ImportConnectedFileInput {
  @Field(() => ID, { description: connectionWords })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => ID, { description: "ID of the file at the service, from the list." })
  @MaxLength(200)
  @Matches(/^[A-Za-z0-9_!-]+$/)
  remoteFileId: string;
}
