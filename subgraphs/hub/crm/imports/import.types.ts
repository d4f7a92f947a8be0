import { ArrayMaxSize, IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { maxImportBytes } from "./import-file.ts";

export const CrmImportStatus = {
  queued: "queued",
  running: "running",
  completed: "completed",
  failed: "failed",
} as const;
export type CrmImportStatus = keyof typeof CrmImportStatus;
registerEnumType(CrmImportStatus, { name: "CrmImportStatus", description: "How far an import is." });

export const CrmImportOutcome = { rejected: "rejected", noted: "noted" } as const;
export type CrmImportOutcome = keyof typeof CrmImportOutcome;
registerEnumType(CrmImportOutcome, {
  name: "CrmImportOutcome",
  description: "rejected: nothing of the row was taken; noted: all but one thing was.",
});

@ObjectType({ description: "A file of contacts and how far it is in." })
export class CrmImport {
  @Field(() => ID)
  importId: string;
  @Field(() => String)
  filename: string;
  @Field(() => CrmImportStatus)
  status: CrmImportStatus;
  @Field(() => String, { nullable: true, description: "Why it failed; what was in until then stays." })
  failure: string | null;
  @Field(() => Int, { description: "Rows of the file, without the header." })
  totalRows: number;
  @Field(() => Int, { description: "Rows that are dealt with; the sum of the four below." })
  doneRows: number;
  @Field(() => Int, { description: "Rows that made a contact." })
  created: number;
  @Field(() => Int, { description: "Rows that changed a contact." })
  updated: number;
  @Field(() => Int, { description: "Rows that said nothing new." })
  unchanged: number;
  @Field(() => Int)
  rejected: number;
  @Field(() => Int, { description: "Things that were left out of rows that were taken." })
  noted: number;
  @Field(() => Int, { nullable: true, description: "Rows a second, of the run that is on." })
  ratePerSecond: number | null;
  @Field(() => Int, { nullable: true, description: "At that rate." })
  secondsLeft: number | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date, { nullable: true })
  finishedAt: Date | null;
}

@ObjectType({ description: "Imports, the newest first." })
export class CrmImportPage extends pageOf(CrmImport, "imports") {}

@ObjectType({ description: "A row of a file that was not taken as it stands." })
export class CrmImportRemark {
  @Field(() => Int, { description: "Line of the file at which the row begins; the header is line 1." })
  line: number;
  @Field(() => CrmImportOutcome)
  outcome: CrmImportOutcome;
  @Field(() => String, { description: "The broken rule, in one word." })
  reason: string;
  @Field(() => String, { nullable: true })
  field: string | null;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "Remarks on a file, in the order of its lines." })
export class CrmImportRemarkPage {
  @Field(() => ID)
  importId: string;
  @Field(() => [CrmImportRemark])
  remarks: CrmImportRemark[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType({ description: "All remarks on a file, as a file." })
export class CrmImportReport {
  @Field(() => String)
  filename: string;
  @Field(() => String)
  contentType: string;
  @Field(() => String, { description: "`utf8`." })
  encoding: string;
  @Field(() => String)
  content: string;
  @Field(() => Int, { description: "Bytes." })
  size: number;
}

@InputType({ description: "A file of contacts." })
export class ImportContactsInput {
  @Field(() => String, {
    description:
      "CSV with a header: email, phone, firstName, lastName, company, tags (parted by ;), emailConsent, smsConsent, " +
      "callConsent; other columns are custom fields. At most 100,000 rows and 10 MiB.",
  })
  @MinLength(1)
  @MaxLength(maxImportBytes)
  csv: string;
  @Field(() => String, { defaultValue: "contacts.csv" })
  @MaxLength(200)
  @Matches(/^[^/\\\p{C}]+$/u)
  filename: string;
  @Field(() => String, {
    defaultValue: "US",
    description: "ISO 3166 code of where phone numbers are dialled.",
  })
  @Matches(/^[A-Z]{2}$/)
  country: string;
  @Field(() => [String], { defaultValue: [], description: "Tags for every contact of the file." })
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  tags: string[];
  @Field(() => String, { defaultValue: "import", description: "Where the file's consent was given." })
  @MinLength(1)
  @MaxLength(100)
  consentSource: string;
}

@ArgsType()
export class ImportsArgs {
  @Field(() => Int, { defaultValue: 20 })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the page before." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
}

@ArgsType()
export class ImportRemarksArgs {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  importId: string;
  @Field(() => Int, { defaultValue: 100 })
  @IsInt()
  @Min(1)
  @Max(500)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the page before." })
  @IsOptional()
  @Matches(/^\d{1,9}$/)
  cursor?: string | null;
}

@ArgsType()
export class ImportReportArgs {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  importId: string;
  @Field(() => Boolean, { defaultValue: false, description: "At REST: the bytes instead of JSON." })
  download: boolean;
}
