import { IsInt, IsOptional, Matches, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";
import { CrmPageArgs } from "../page.types.ts";

/** One line that is not blank. Blanks and the first other character exclude each other, which keeps it linear. */
const oneLine = /^[^\S\r\n]*\S[^\r\n]*$/;
const domainWords = "Internet domain, for example `acme.example`; unique in the account.";

@ObjectType({ description: "Company that contacts work for and deals are made with." })
export class CrmCompany {
  @Field(() => ID, { description: "Unique ID of the company." })
  companyId: string;
  @Field(() => String, { description: "Name of the company." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Internet domain in lower case, unique in the account; null when unknown.",
  })
  domain: string | null;
  @Field(() => String, { nullable: true, description: "Notes of the account; null without any." })
  notes: string | null;
  @Field(() => Int, { description: "Number of contacts of the company." })
  contacts: number;
  @Field(() => Boolean, { description: "Whether the company is archived: hidden from lists by default." })
  archived: boolean;
  @Field(() => Int, { description: "Version of the company, starting at 1. Increases with every change." })
  version: number;
  @Field(() => Date, { description: "Time when the company was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the company." })
  updatedAt: Date;
}

@ObjectType({ description: "One page of companies, newest first." })
export class CrmCompanyPage extends pageOf(CrmCompany, "companies") {
  @Field(() => Int, { description: "Number of matching companies on all pages." })
  total: number;
}

@InputType({ description: "New company." })
export class CreateCompanyInput {
  @Field(() => String, { description: "Name of the company, one line of at most 200 characters." })
  @MaxLength(200)
  @Matches(oneLine)
  name: string;
  @Field(() => String, { nullable: true, description: domainWords })
  @IsOptional()
  @MinLength(1)
  @MaxLength(253)
  domain?: string | null;
  @Field(() => String, { nullable: true, description: "Notes, at most 5,000 characters." })
  @IsOptional()
  @MaxLength(5_000)
  notes?: string | null;
}

@InputType({
  description: "Changes to a company. Omitted fields stay unchanged; null clears domain or notes.",
})
export class UpdateCompanyInput {
  @Field(() => ID, { description: "ID of the company to update." })
  @MinLength(1)
  @MaxLength(64)
  companyId: string;
  @Field(() => String, {
    nullable: true,
    description: "New name. Contacts that had the former name get it too.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(oneLine)
  name?: string | null;
  @Field(() => String, { nullable: true, description: domainWords })
  @IsOptional()
  @MinLength(1)
  @MaxLength(253)
  domain?: string | null;
  @Field(() => String, { nullable: true, description: "Notes, at most 5,000 characters." })
  @IsOptional()
  @MaxLength(5_000)
  notes?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the company is archived. True archives it, false restores it.",
  })
  @IsOptional()
  archived?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. Returns VERSION_CONFLICT when it differs.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number | null;
}

@ArgsType()
export class CompaniesArgs extends CrmPageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Search text, at most 100 characters. Every word must occur in the name or domain.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  query?: string | null;
  @Field(() => Boolean, { defaultValue: false, description: "Whether archived companies are listed too." })
  archived: boolean;
}
