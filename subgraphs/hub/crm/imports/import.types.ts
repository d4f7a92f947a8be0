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
registerEnumType(CrmImportStatus, {
  name: "CrmImportStatus",
  description: "Status of a contact import.",
  valuesConfig: {
    queued: { description: "The import is waiting to start." },
    running: { description: "Rows are being imported." },
    completed: { description: "All rows were processed." },
    failed: { description: "The import stopped early; rows imported before that are kept." },
  },
});

export const CrmImportOutcome = { rejected: "rejected", noted: "noted" } as const;
export type CrmImportOutcome = keyof typeof CrmImportOutcome;
registerEnumType(CrmImportOutcome, {
  name: "CrmImportOutcome",
  description: "Outcome of an import row with a remark.",
  valuesConfig: {
    rejected: { description: "The row was skipped; nothing of it was imported." },
    noted: { description: "The row was imported except for one value." },
  },
});

@ObjectType({ description: "Import of contacts from a CSV file or a connected address book." })
export class CrmImport {
  @Field(() => ID, { description: "Unique ID of the import." })
  importId: string;
  @Field(() => String, { description: "Name of the imported file, or of the address book's service." })
  filename: string;
  @Field(() => CrmImportStatus, { description: "Current status of the import." })
  status: CrmImportStatus;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason why the import failed; null unless `status` is `failed`. Rows imported before that are kept.",
  })
  failure: string | null;
  @Field(() => Int, {
    description: "Number of rows in the file, without the header; 0 until an address book was read.",
  })
  totalRows: number;
  @Field(() => Int, {
    description: "Number of processed rows: the sum of created, updated, unchanged and rejected.",
  })
  doneRows: number;
  @Field(() => Int, { description: "Number of rows that created a contact." })
  created: number;
  @Field(() => Int, { description: "Number of rows that changed an existing contact." })
  updated: number;
  @Field(() => Int, { description: "Number of rows that matched a contact and changed nothing." })
  unchanged: number;
  @Field(() => Int, { description: "Number of rows that were skipped because of an error." })
  rejected: number;
  @Field(() => Int, { description: "Number of values that were skipped in imported rows." })
  noted: number;
  @Field(() => Int, {
    nullable: true,
    description: "Rows processed per second in the current run; null before it has started.",
  })
  ratePerSecond: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Estimated seconds until the import finishes; null while unknown.",
  })
  secondsLeft: number | null;
  @Field(() => Date, { description: "Time when the import was requested." })
  createdAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the import completed or failed; null before that.",
  })
  finishedAt: Date | null;
}

@ObjectType({ description: "One page of contact imports, newest first." })
export class CrmImportPage extends pageOf(CrmImport, "imports") {}

@ObjectType({ description: "Problem found in one row of an imported file." })
export class CrmImportRemark {
  @Field(() => Int, { description: "Line of the file where the row begins. The header is line 1." })
  line: number;
  @Field(() => CrmImportOutcome, {
    description: "Whether the row was rejected or imported without the value.",
  })
  outcome: CrmImportOutcome;
  @Field(() => String, { description: "Name of the broken rule, as one word." })
  reason: string;
  @Field(() => String, {
    nullable: true,
    description: "Field of the contact with the problem; null when it concerns the whole row.",
  })
  field: string | null;
  @Field(() => String, { description: "Description of the problem." })
  message: string;
}

@ObjectType({ description: "One page of remarks on an import, in line order." })
export class CrmImportRemarkPage {
  @Field(() => ID, { description: "ID of the import." })
  importId: string;
  @Field(() => [CrmImportRemark], { description: "Remarks on this page, in line order." })
  remarks: CrmImportRemark[];
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page, to pass as `cursor`; null on the last page.",
  })
  nextCursor: string | null;
}

@ObjectType({ description: "All remarks on an import as a CSV file." })
export class CrmImportReport {
  @Field(() => String, { description: "Suggested file name of the report." })
  filename: string;
  @Field(() => String, { description: "Media type of the report, with its character set." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`, always `utf8`." })
  encoding: string;
  @Field(() => String, { description: "Text of the CSV file." })
  content: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
}

@InputType({ description: "CSV file of contacts to import." })
export class ImportContactsInput {
  @Field(() => String, {
    description:
      "CSV text with a header row. Columns: email, phone, firstName, lastName, company, tags (separated by ;), emailConsent, smsConsent, callConsent. Other columns become custom fields. At most 100,000 rows and 10 MiB.",
  })
  @MinLength(1)
  @MaxLength(maxImportBytes)
  csv: string;
  @Field(() => String, {
    defaultValue: "contacts.csv",
    description: "File name shown with the import, at most 200 characters.",
  })
  @MaxLength(200)
  @Matches(/^[^/\\\p{C}]+$/u)
  filename: string;
  @Field(() => String, {
    defaultValue: "US",
    description: "Country for phone numbers in national format, as an ISO 3166 two-letter code.",
  })
  @Matches(/^[A-Z]{2}$/)
  country: string;
  @Field(() => [String], {
    defaultValue: [],
    description: "Tags added to every contact of the file. At most 50 tags of up to 50 characters.",
  })
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  tags: string[];
  @Field(() => String, {
    defaultValue: "import",
    description: "Source recorded for consent in the file, at most 100 characters.",
  })
  @MinLength(1)
  @MaxLength(100)
  consentSource: string;
  @Field(() => [String], {
    defaultValue: [],
    description:
      "Columns by heading, each as `heading=field`, for example `E-mail 1=email`. Fields are the columns above, the name of a custom field, or `ignore`. Other headings are recognised as they are. At most 100.",
  })
  @ArrayMaxSize(100)
  @MaxLength(200, { each: true })
  mapping: string[];
}

@ArgsType()
export class ImportsArgs {
  @Field(() => Int, { defaultValue: 20, description: "Maximum number of imports per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
}

@ArgsType()
export class ImportRemarksArgs {
  @Field(() => ID, { description: "ID of the import whose remarks to list." })
  @MinLength(1)
  @MaxLength(64)
  importId: string;
  @Field(() => Int, { defaultValue: 100, description: "Maximum number of remarks per page, 1 to 500." })
  @IsInt()
  @Min(1)
  @Max(500)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @Matches(/^\d{1,9}$/)
  cursor?: string | null;
}

@ArgsType()
export class ImportReportArgs {
  @Field(() => ID, { description: "ID of the import to report on." })
  @MinLength(1)
  @MaxLength(64)
  importId: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether the REST route returns the file itself instead of JSON.",
  })
  download: boolean;
}
