import { IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType } from "type-graphql";
import {
  StatementDateOrder,
  StatementMappingInput,
} from "../../../../src/bank-statements/statement-mapping.types.ts";
import type { DateOrder } from "../../../../src/bank-statements/statement-row.ts";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";
import { notBlank } from "../accounts/account.types.ts";
import { ImportBatch } from "../imports/import.types.ts";

@ObjectType({ description: "A page of imports, newest first." })
export class ImportBatchPage extends countedPageOf(ImportBatch, "imports") {}

@ArgsType()
export class ImportBatchesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Filter by account ID." })
  @IsOptional()
  @MaxLength(64)
  accountId?: string | null;
}

@InputType({ description: "Columns and formats of an account's statements to save under a name." })
export class SaveImportMappingInput {
  @Field(() => ID, { description: "ID of the account whose statements it reads." })
  @MaxLength(64)
  accountId: string;
  @Field(() => String, {
    description: "Name of the mapping, up to 100 characters. An existing one of the account is replaced.",
  })
  @Matches(/\S/, notBlank)
  @MaxLength(100)
  name: string;
  @Field(() => StatementMappingInput, { description: "Column names and formats; at least one is required." })
  @ValidateNested()
  mapping: StatementMappingInput;
}

@ObjectType({ description: "Columns and formats for reading a statement. Null where they are detected." })
export class StatementMapping {
  @Field(() => String, { nullable: true, description: "Column with the transaction date." })
  date: string | null;
  @Field(() => String, { nullable: true, description: "Column with the signed amount." })
  amount: string | null;
  @Field(() => String, { nullable: true, description: "Column with money out." })
  debit: string | null;
  @Field(() => String, { nullable: true, description: "Column with money in." })
  credit: string | null;
  @Field(() => String, { nullable: true, description: "Column with the payee." })
  payee: string | null;
  @Field(() => String, { nullable: true, description: "Column with notes." })
  notes: string | null;
  @Field(() => String, { nullable: true, description: "Column with the bank's transaction ID." })
  id: string | null;
  @Field(() => StatementDateOrder, { nullable: true, description: "Order of year, month and day." })
  dateFormat: DateOrder | null;
  @Field(() => Boolean, { nullable: true, description: "Whether amounts use a decimal comma." })
  decimalComma: boolean | null;
}

@ObjectType({ description: "Saved columns and formats of an account's statements." })
export class ImportMapping {
  @Field(() => ID, { description: "Unique ID of the mapping." })
  id: string;
  @Field(() => ID, { description: "ID of the account whose statements it reads." })
  accountId: string;
  @Field(() => String, { description: "Name of the mapping, for `mappingName` of an import." })
  name: string;
  @Field(() => StatementMapping, { description: "Column names and formats." })
  mapping: StatementMapping;
  @Field(() => Date, { description: "Time of the last change (UTC)." })
  updatedAt: Date;
}

@ObjectType({ description: "Saved mappings of an account, by name." })
export class ImportMappingList {
  @Field(() => [ImportMapping], { description: "Mappings of the account, at most 50." })
  mappings: ImportMapping[];
}

@ArgsType()
export class ImportMappingsArgs {
  @Field(() => ID, { description: "ID of the account whose mappings are listed." })
  @MaxLength(64)
  accountId: string;
}
