import { ArrayMaxSize, ArrayMinSize, IsOptional, MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

export type DataExportStatus = "queued" | "running" | "ready" | "failed" | "canceled" | "expired";

@ObjectType({ description: "Archive of all data of an account, written by a job." })
export class DataExport {
  @Field(() => ID, { description: "ID of the export." })
  id: string;
  @Field(() => String, {
    description:
      "Status of the export: `queued`, `running`, `ready`, `failed`, `canceled`, or `expired` when the archive was deleted.",
  })
  status: DataExportStatus;
  @Field(() => [ID], { nullable: true, description: "IDs of the exported apps; null for all apps." })
  apps: string[] | null;
  @Field(() => ID, { description: "ID of the user who requested the export and gets the mail." })
  requestedBy: string;
  @Field(() => Int, { description: "Number of tables that are exported; 0 until the job starts." })
  tablesTotal: number;
  @Field(() => Int, { description: "Number of tables that are written." })
  tablesDone: number;
  @Field(() => Int, { description: "Number of rows that are written." })
  rows: number;
  @Field(() => Int, { description: "Number of stored files that are written." })
  files: number;
  @Field(() => Int, { description: "Bytes of the archive that are written." })
  size: number;
  @Field(() => String, {
    nullable: true,
    description: "Reason of a failed export: `too_large` or `internal`; null otherwise.",
  })
  failure: string | null;
  @Field(() => Date, { description: "Time of the request, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { nullable: true, description: "Time the export ended; null until then." })
  finishedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time the archive is deleted; null until it is ready." })
  expiresAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description:
      "URL of the ZIP archive, valid for 15 minutes, without a credential. Null unless the export is ready.",
  })
  downloadUrl: string | null;
}

@ObjectType({ description: "Data exports of an account." })
export class DataExportList {
  @Field(() => [DataExport], { description: "The newest 50 exports, newest first." })
  exports: DataExport[];
  @Field(() => Int, { description: "Number of exports in this list." })
  total: number;
}

@InputType({ description: "Data to export." })
export class ExportMyDataInput {
  @Field(() => [ID], {
    nullable: true,
    description:
      "IDs of the apps whose data to export; `central` is the account itself. Omit to export everything.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @MinLength(1, { each: true })
  @MaxLength(64, { each: true })
  apps?: string[] | null;
}

@InputType({ description: "Data export to cancel or delete." })
export class DataExportInput {
  @Field(() => ID, { description: "ID of the export." })
  @MaxLength(64)
  exportId: string;
}
