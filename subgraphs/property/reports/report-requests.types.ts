import { ArrayMaxSize, ArrayMinSize, IsInt, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { HasFormat } from "../../../src/graphql/validators.ts";
import { Report } from "./report.types.ts";
import { titlePattern } from "./report-title.ts";

@InputType({ description: "A report of these properties as they are now." })
export class CreateReportInput {
  @Field(() => String, { description: "1 to 200 characters, blanks around them not counted." })
  @MaxLength(1_000)
  @Matches(titlePattern, { message: "$property must have 1 to 200 characters" })
  title: string;

  @Field(() => [ID], {
    description:
      "1 to 500 different ids. Repeated ones count once; the order is kept. Unknown ones are refused.",
  })
  @ArrayMinSize(1)
  // More than 500 different ones are refused by name, with their number; this bounds the work of counting them.
  @ArrayMaxSize(10_000)
  @HasFormat("entry-id", { each: true })
  propertyIds: string[];
}

@ArgsType()
export class ReportsArgs {
  @Field(() => Int, { defaultValue: 1 })
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number;

  @Field(() => Int, { defaultValue: 20 })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;
}

@ObjectType({ description: "The account's reports, newest first." })
export class ReportPage {
  @Field(() => [Report])
  reports: Report[];
  @Field(() => Int)
  total: number;
  @Field(() => Int)
  page: number;
  @Field(() => Int)
  pageSize: number;
  @Field(() => Boolean)
  hasMore: boolean;
}

@ObjectType()
export class DeletedReport {
  @Field(() => ID)
  id: string;
  @Field(() => Boolean)
  deleted: boolean;
}

export const ReportFormat = { csv: "csv", json: "json", html: "html" } as const;
export type ReportFormat = keyof typeof ReportFormat;
registerEnumType(ReportFormat, { name: "ReportFormat", description: "The kind of file." });

@ArgsType()
export class ExportReportArgs {
  @Field(() => ID)
  id: string;

  @Field(() => ReportFormat, { defaultValue: "csv" })
  format: ReportFormat;

  @Field(() => Boolean, {
    defaultValue: true,
    description: "REST sends the file itself; with false, the JSON that tells of it and holds its text.",
  })
  download: boolean;
}

@ObjectType({ description: "A report as a file." })
export class ReportFile {
  @Field(() => ReportFormat)
  format: ReportFormat;
  @Field(() => String)
  filename: string;
  @Field(() => String, { description: "Media type of the file." })
  contentType: string;
  @Field(() => String, { description: "How the content is written: utf8." })
  encoding: "utf8";
  @Field(() => String)
  content: string;
  @Field(() => Int, { description: "Bytes of the file." })
  size: number;
}
