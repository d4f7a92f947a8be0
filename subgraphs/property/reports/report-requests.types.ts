import { ArrayMaxSize, ArrayMinSize, IsInt, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { HasFormat } from "../../../src/graphql/validators.ts";
import { Report } from "./report.types.ts";
import { titlePattern } from "./report-title.ts";

@InputType({ description: "Details of a property report to create." })
export class CreateReportInput {
  @Field(() => String, {
    description: "Report title, 1 to 200 characters, without leading and trailing spaces.",
  })
  @MaxLength(1_000)
  @Matches(titlePattern, { message: "$property must have 1 to 200 characters" })
  title: string;

  @Field(() => [ID], {
    description:
      "IDs of the properties, 1 to 500 after removing duplicates, in report order. Unknown IDs are rejected.",
  })
  @ArrayMinSize(1)
  // More than 500 different ones are refused by name, with their number; this bounds the work of counting them.
  @ArrayMaxSize(10_000)
  @HasFormat("entry-id", { each: true })
  propertyIds: string[];
}

@ArgsType()
export class ReportsArgs {
  @Field(() => Int, { defaultValue: 1, description: "Page number, starting at 1." })
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number;

  @Field(() => Int, { defaultValue: 20, description: "Number of reports per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;
}

@ObjectType({ description: "Page of the account's reports, newest first." })
export class ReportPage {
  @Field(() => [Report], { description: "Reports on this page, without their items." })
  reports: Report[];
  @Field(() => Int, { description: "Number of reports on all pages." })
  total: number;
  @Field(() => Int, { description: "Number of this page, starting at 1." })
  page: number;
  @Field(() => Int, { description: "Maximum number of reports per page." })
  pageSize: number;
  @Field(() => Boolean, { description: "Whether there are more pages." })
  hasMore: boolean;
}

@ObjectType({ description: "Result of deleting a report." })
export class DeletedReport {
  @Field(() => ID, { description: "ID of the deleted report." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the report was deleted." })
  deleted: boolean;
}

export const ReportFormat = { csv: "csv", json: "json", html: "html" } as const;
export type ReportFormat = keyof typeof ReportFormat;
registerEnumType(ReportFormat, {
  name: "ReportFormat",
  description: "File formats of a report.",
  valuesConfig: {
    csv: { description: "CSV with one row per property." },
    json: { description: "JSON with all data of the report." },
    html: { description: "HTML page for reading and printing." },
  },
});

@ArgsType()
export class ExportReportArgs {
  @Field(() => ID, { description: "ID of the report to export." })
  id: string;

  @Field(() => ReportFormat, { defaultValue: "csv", description: "File format of the export." })
  format: ReportFormat;

  @Field(() => Boolean, {
    defaultValue: true,
    description:
      "Whether REST returns the file itself. False returns JSON with the file text and its details.",
  })
  download: boolean;
}

@ObjectType({ description: "Report exported as a file." })
export class ReportFile {
  @Field(() => ReportFormat, { description: "File format of the export." })
  format: ReportFormat;
  @Field(() => String, { description: "Suggested file name." })
  filename: string;
  @Field(() => String, { description: "Media type of the file, such as text/csv." })
  contentType: string;
  @Field(() => String, { description: "Text encoding of the content; always utf8." })
  encoding: "utf8";
  @Field(() => String, { description: "Text of the file." })
  content: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
}
