import { ArrayMaxSize, IsEmail, IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { HasFormat } from "../../../../src/graphql/validators.ts";
import { localeMessage, localePattern } from "../printing/document-locale.ts";
import { SellerAddressView, SellerBankView, SellerTaxIdView, TaxIdKind } from "./seller-views.types.ts";

@ObjectType({ description: "Who issues the account's invoices and other documents." })
export class SellerProfile {
  @Field(() => String, { nullable: true, description: "Registered name of the business. Null until set." })
  legalName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name that clients know the business by. Null when it is the legal name.",
  })
  tradeName: string | null;
  @Field(() => SellerAddressView, { nullable: true, description: "Postal address. Null until set." })
  address: SellerAddressView | null;
  @Field(() => String, { nullable: true, description: "E-mail address for clients. Null until set." })
  email: string | null;
  @Field(() => String, { nullable: true, description: "Phone number for clients. Null until set." })
  phone: string | null;
  @Field(() => String, { nullable: true, description: "URL of the website. Null until set." })
  website: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Number in the register of companies. Null until set.",
  })
  registrationNumber: string | null;
  @Field(() => [SellerTaxIdView], {
    description: "Tax registrations, in the order in which they are printed.",
  })
  taxIds: SellerTaxIdView[];
  @Field(() => String, {
    nullable: true,
    description:
      "Language and formats of documents: en, fr, de, es or pt, with a country if wanted. Null means en-US.",
  })
  locale: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Accent color of documents as #rrggbb. Null means black.",
  })
  color: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Payment terms printed on invoices and quotations. Null without terms.",
  })
  terms: string | null;
  @Field(() => Boolean, { description: "Whether documents show a logo." })
  hasLogo: boolean;
  @Field(() => SellerBankView, {
    nullable: true,
    description: "Account that clients pay into, masked. Null until set.",
  })
  bank: SellerBankView | null;
  @Field(() => [String], {
    description: "Fields that invoices need by law in most countries and that are not set.",
  })
  missing: string[];
  @Field(() => Int, {
    description:
      "Version of the profile. It grows when a document was issued with the one before. 0 until set.",
  })
  version: number;
  @Field(() => Date, { nullable: true, description: "Time of the last change. Null until set." })
  updatedAt: Date | null;
}

@InputType({ description: "Postal address of the business, by the rules of its country." })
export class SellerAddressInput {
  @Field(() => String, { description: "Street and number, or post office box, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  line1: string;
  @Field(() => String, { nullable: true, description: "Second address line, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  line2?: string | null;
  @Field(() => String, { description: "City or town, up to 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  city: string;
  @Field(() => String, {
    nullable: true,
    description: "State, province or county, up to 100 characters. Required in AU, BR, CA, IN, MX and US.",
  })
  @IsOptional()
  @MaxLength(100)
  region?: string | null;
  @Field(() => String, { nullable: true, description: "Postal code in the form of the country." })
  @IsOptional()
  @MaxLength(20)
  postalCode?: string | null;
  @Field(() => String, { description: "Country code, ISO 3166-1 alpha-2, such as DE." })
  @Matches(/^[A-Z]{2}$/, { message: "must be an ISO 3166-1 country code, such as DE" })
  country: string;
}

@InputType({ description: "Tax registration to print on documents." })
export class SellerTaxIdInput {
  @Field(() => TaxIdKind, { description: "Kind of the tax ID, which decides how it is validated." })
  kind: TaxIdKind;
  @Field(() => String, { description: "Number with or without spaces, up to 30 characters." })
  @MaxLength(30)
  @Matches(/\S/, { message: "must not be blank" })
  value: string;
}

@InputType({
  description: "Fields of the seller profile to change. Omitted fields keep their value; null removes it.",
})
export class UpdateSellerProfileInput {
  @Field(() => String, { nullable: true, description: "Registered name, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  legalName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name that clients know the business by, up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  tradeName?: string | null;
  @Field(() => SellerAddressInput, {
    nullable: true,
    description: "Postal address. It replaces the earlier one as a whole.",
  })
  @IsOptional()
  @ValidateNested()
  address?: SellerAddressInput | null;
  @Field(() => String, { nullable: true, description: "E-mail address for clients." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, { nullable: true, description: "Phone number for clients, up to 50 characters." })
  @IsOptional()
  @MaxLength(50)
  phone?: string | null;
  @Field(() => String, { nullable: true, description: "https URL of the website, up to 500 characters." })
  @IsOptional()
  @MaxLength(500)
  @HasFormat("https-url")
  website?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Number in the register of companies, up to 100 characters.",
  })
  @IsOptional()
  @MaxLength(100)
  registrationNumber?: string | null;
  @Field(() => [SellerTaxIdInput], {
    nullable: true,
    description: "Tax registrations, up to 10. They replace the earlier ones.",
  })
  @IsOptional()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  taxIds?: SellerTaxIdInput[] | null;
  @Field(() => String, {
    nullable: true,
    description: "Language and formats of documents: en, fr, de, es or pt, with a country if wanted.",
  })
  @IsOptional()
  @MaxLength(5)
  @Matches(localePattern, { message: localeMessage })
  locale?: string | null;
  @Field(() => String, { nullable: true, description: "Accent color of documents as #rrggbb." })
  @IsOptional()
  @Matches(/^#[0-9a-fA-F]{6}$/, { message: "must be a color such as #0b5394" })
  color?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Payment terms for invoices and quotations, up to 1,000 characters.",
  })
  @IsOptional()
  @MaxLength(1000)
  terms?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of an uploaded PNG or JPEG of up to 256 KiB. Its picture is copied.",
  })
  @IsOptional()
  @MaxLength(64)
  logoFileId?: string | null;
}

@InputType({
  description:
    "Account that clients pay into. It replaces the earlier one; without any number it is removed.",
})
export class UpdateSellerBankDetailsInput {
  @Field(() => String, { nullable: true, description: "Name of the account holder, up to 140 characters." })
  @IsOptional()
  @MaxLength(140)
  accountHolder?: string | null;
  @Field(() => String, { nullable: true, description: "Name of the bank, up to 140 characters." })
  @IsOptional()
  @MaxLength(140)
  bankName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IBAN with or without spaces, with valid check digits.",
  })
  @IsOptional()
  @MaxLength(50)
  @Matches(/^[A-Za-z0-9 ]+$/, { message: "must be an IBAN" })
  iban?: string | null;
  @Field(() => String, { nullable: true, description: "BIC (SWIFT code) of the bank, 8 or 11 characters." })
  @IsOptional()
  @MaxLength(11)
  @Matches(/^[A-Za-z0-9]+$/, { message: "must be a BIC" })
  bic?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Routing number, sort code or transit number, 6 to 9 digits. That of a US business is checked.",
  })
  @IsOptional()
  @MaxLength(9)
  @Matches(/^\d{6,9}$/, { message: "must be 6 to 9 digits" })
  routingNumber?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Account number where there is no IBAN, 4 to 17 digits. Needs a routing number or a BIC.",
  })
  @IsOptional()
  @MaxLength(17)
  @Matches(/^\d{4,17}$/, { message: "must be 4 to 17 digits" })
  accountNumber?: string | null;
}
