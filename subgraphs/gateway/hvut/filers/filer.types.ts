import { IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

const notBlank = { message: "must not be blank" };

@InputType({ description: "US postal address of a filer." })
export class FilerAddressInput {
  @Field(() => String, { description: "Street address, at most 35 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(35)
  line1: string;
  @Field(() => String, { nullable: true, description: "Apartment, suite or unit, at most 35 characters." })
  @IsOptional()
  @MaxLength(35)
  line2?: string | null;
  @Field(() => String, { description: "City, at most 22 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(22)
  city: string;
  @Field(() => String, { description: "Two-letter state code in capital letters, such as TX." })
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter state code in capitals, such as TX" })
  state: string;
  @Field(() => String, { description: "ZIP code: 12345 or 12345-6789." })
  @Matches(/^\d{5}(-\d{4})?$/, { message: "must be a ZIP code, 12345 or 12345-6789" })
  postalCode: string;
}

@InputType({ description: "Person who signs the returns of a business." })
export class SignatoryInput {
  @Field(() => String, { description: "Full name of the signatory, at most 35 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(35)
  name: string;
  @Field(() => String, { description: "Job title of the signatory, such as Owner. At most 35 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(35)
  title: string;
}

@InputType({ description: "Business to add as a filer of Form 2290." })
export class CreateFilerInput {
  @Field(() => String, { description: "Legal name of the business, at most 75 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(75)
  businessName: string;
  @Field(() => FilerAddressInput, { description: "Postal address of the business." })
  @ValidateNested()
  address: FilerAddressInput;
  @Field(() => String, { description: "Phone number of the business." })
  @Matches(/^\+?[0-9 ().-]{7,30}$/, { message: "must be a phone number" })
  phone: string;
  @Field(() => SignatoryInput, { description: "Person who signs the returns." })
  @ValidateNested()
  signatory: SignatoryInput;
}

@InputType({ description: "Filer fields to change. Omitted fields stay as they are." })
export class UpdateFilerInput {
  @Field(() => ID, { description: "ID of the filer to update." })
  @MaxLength(64)
  filerId: string;
  @Field(() => String, {
    nullable: true,
    description: "New legal name of the business, at most 75 characters.",
  })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(75)
  businessName?: string | null;
  @Field(() => FilerAddressInput, { nullable: true, description: "New postal address of the business." })
  @IsOptional()
  @ValidateNested()
  address?: FilerAddressInput | null;
  @Field(() => String, { nullable: true, description: "New phone number of the business." })
  @IsOptional()
  @Matches(/^\+?[0-9 ().-]{7,30}$/, { message: "must be a phone number" })
  phone?: string | null;
  @Field(() => SignatoryInput, { nullable: true, description: "New person who signs the returns." })
  @IsOptional()
  @ValidateNested()
  signatory?: SignatoryInput | null;
  @Field(() => Int, {
    nullable: true,
    description: "Version you last read. The update fails if the filer has changed since.",
  })
  @IsOptional()
  version?: number | null;
}

@InputType({ description: "Filer to act on." })
export class FilerInput {
  @Field(() => ID, { description: "ID of the filer." })
  @MaxLength(64)
  filerId: string;
}

@InputType({ description: "EIN and PIN of a filer. They are encrypted and never shown again." })
export class SetFilerNumbersInput extends FilerInput {
  @Field(() => String, { description: "Employer identification number (EIN), nine digits. Never an SSN." })
  @MaxLength(20)
  ein: string;
  @Field(() => String, {
    description: "Five-digit PIN chosen by the signatory, used to sign returns. Not 00000.",
  })
  @MaxLength(10)
  pin: string;
}

@InputType({ description: "EIN and PIN of a filer, entered through its `entryUrl`." })
export class EnterFilerNumbersInput {
  @Field(() => String, { description: "Token from the filer's `entryUrl`." })
  @MaxLength(64)
  token: string;
  @Field(() => String, { description: "Employer identification number (EIN), nine digits. Never an SSN." })
  @MaxLength(20)
  ein: string;
  @Field(() => String, {
    description: "Five-digit PIN chosen by the signatory, used to sign returns. Not 00000.",
  })
  @MaxLength(10)
  pin: string;
}

@ArgsType()
export class FilerArgs {
  @Field(() => ID, { description: "ID of the filer." })
  @MaxLength(64)
  filerId: string;
}

@ArgsType()
export class FilersArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Filter by part of the business name." })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
}

@ObjectType({ description: "US postal address of a filer." })
export class FilerAddress {
  @Field(() => String, { description: "Street address of the business." })
  line1: string;
  @Field(() => String, { nullable: true, description: "Apartment, suite or unit. Null when not set." })
  line2: string | null;
  @Field(() => String, { description: "City of the address." })
  city: string;
  @Field(() => String, { description: "Two-letter code of the state." })
  state: string;
  @Field(() => String, { description: "ZIP code: 12345 or 12345-6789." })
  postalCode: string;
}

@ObjectType({ description: "Person who signs the returns of a business." })
export class FilerSignatory {
  @Field(() => String, { description: "Full name of the signatory." })
  name: string;
  @Field(() => String, { description: "Job title of the signatory." })
  title: string;
}

@ObjectType({ description: "A business that files Form 2290 (heavy vehicle use tax)." })
export class Filer {
  @Field(() => ID, { description: "ID of the filer." })
  id: string;
  @Field(() => String, { description: "Legal name of the business." })
  businessName: string;
  @Field(() => String, {
    nullable: true,
    description: "Employer identification number (EIN), masked to the last four digits. Null until entered.",
  })
  ein: string | null;
  @Field(() => Boolean, { description: "True when the signatory's PIN was entered." })
  hasPin: boolean;
  @Field(() => FilerAddress, { description: "Postal address of the business." })
  address: FilerAddress;
  @Field(() => String, { description: "Phone number of the business." })
  phone: string;
  @Field(() => FilerSignatory, { description: "Person who signs the returns." })
  signatory: FilerSignatory;
  @Field(() => Boolean, { description: "True when the next return reports a changed name or address." })
  addressChanged: boolean;
  @Field(() => String, { description: "Status of the filer: `active` or `archived`." })
  status: "active" | "archived";
  @Field(() => String, {
    nullable: true,
    description:
      "Single-use URL where a person enters EIN and PIN. Shown only in the response that creates it.",
  })
  entryUrl: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which `entryUrl` expires, after 24 hours. Null when no URL is shown.",
  })
  entryExpiresAt: Date | null;
  @Field(() => Int, { description: "Version number, starting at 1. Increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time at which the filer was added." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the filer." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of filers, newest first." })
export class FilerPage extends countedPageOf(Filer, "filers") {}

@ObjectType({ description: "Result of checking a filer's EIN." })
export class EinCheck {
  @Field(() => Boolean, { description: "True when the EIN has nine digits and a known prefix." })
  valid: boolean;
  @Field(() => String, {
    nullable: true,
    description: "IRS campus that assigns EINs with this prefix. Null when unknown or not entered.",
  })
  prefixCampus: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason why the EIN is invalid: `not_entered`, `digits`, `placeholder` or `prefix`. Null when valid.",
  })
  reason: string | null;
}

@ObjectType({ description: "Confirmation that EIN and PIN were entered." })
export class EnteredNumbers {
  @Field(() => Boolean, { description: "Confirmation flag, always true." })
  entered: true;
  @Field(() => String, { description: "Legal name of the business." })
  businessName: string;
}

@ArgsType()
export class NumbersPageArgs {
  @Field(() => String, { description: "Token from the filer's `entryUrl`." })
  @MaxLength(64)
  token: string;
}

@ObjectType({ description: "Page on which a person enters a filer's EIN and PIN." })
export class NumbersPage {
  @Field(() => String, { description: "Legal name of the business." })
  businessName: string;
  @Field(() => Date, { description: "Time at which the page expires." })
  expiresAt: Date;
}
