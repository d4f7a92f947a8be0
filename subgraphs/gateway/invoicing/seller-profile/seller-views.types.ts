import { Field, ObjectType, registerEnumType } from "type-graphql";

export const TaxIdKind = {
  us_ein: "us_ein",
  eu_vat: "eu_vat",
  gb_vat: "gb_vat",
  ch_vat: "ch_vat",
  no_vat: "no_vat",
  ca_gst_hst: "ca_gst_hst",
  ca_qst: "ca_qst",
  au_abn: "au_abn",
  other: "other",
} as const;
export type TaxIdKind = keyof typeof TaxIdKind;
registerEnumType(TaxIdKind, {
  name: "TaxIdKind",
  description: "Kind of a tax ID. Format and check digits are validated by kind.",
  valuesConfig: {
    us_ein: { description: "Employer Identification Number of the United States." },
    eu_vat: { description: "VAT number of an EU member state, with its country prefix." },
    gb_vat: { description: "VAT number of the United Kingdom." },
    ch_vat: { description: "VAT number of Switzerland." },
    no_vat: { description: "VAT number of Norway." },
    ca_gst_hst: { description: "GST/HST registration number of Canada." },
    ca_qst: { description: "QST registration number of Quebec." },
    au_abn: { description: "Australian Business Number." },
    other: { description: "Any other tax number. It is not validated." },
  },
});

@ObjectType({ description: "Postal address of the business." })
export class SellerAddressView {
  @Field(() => String, { description: "Street and number, or post office box." })
  line1: string;
  @Field(() => String, { nullable: true, description: "Second address line. Null without one." })
  line2: string | null;
  @Field(() => String, { description: "City or town of the address." })
  city: string;
  @Field(() => String, { nullable: true, description: "State, province or county. Null without one." })
  region: string | null;
  @Field(() => String, { nullable: true, description: "Postal code of the address. Null without one." })
  postalCode: string | null;
  @Field(() => String, { description: "Country code of the address, ISO 3166-1 alpha-2." })
  country: string;
}

@ObjectType({ description: "Tax registration of the business." })
export class SellerTaxIdView {
  @Field(() => TaxIdKind, { description: "Kind of the tax ID, which decides how it is validated." })
  kind: TaxIdKind;
  @Field(() => String, { description: "Number without spaces, such as DE136695976." })
  value: string;
}

@ObjectType({ description: "Bank details of the business, with account numbers masked." })
export class SellerBankView {
  @Field(() => String, { nullable: true, description: "Name of the account holder. Null when omitted." })
  accountHolder: string | null;
  @Field(() => String, { nullable: true, description: "Name of the bank. Null when omitted." })
  bankName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Country and last 4 characters of the IBAN, such as DE…3000. Null without an IBAN.",
  })
  iban: string | null;
  @Field(() => String, { nullable: true, description: "BIC (SWIFT code) of the bank. Null when omitted." })
  bic: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Last 4 digits of the routing number, such as …0021. Null without one.",
  })
  routingNumber: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Last 4 digits of the account number, such as …6789. Null without one.",
  })
  accountNumber: string | null;
}

@ObjectType({ description: "Seller as the pages of its documents show it to clients." })
export class SellerCard {
  @Field(() => String, { nullable: true, description: "Name of the business. Null until it is set." })
  name: string | null;
  @Field(() => [String], { description: "Postal address in lines, as its country writes it." })
  addressLines: string[];
  @Field(() => String, { nullable: true, description: "E-mail address for clients. Null until set." })
  email: string | null;
  @Field(() => String, { nullable: true, description: "Phone number for clients. Null until set." })
  phone: string | null;
  @Field(() => String, { nullable: true, description: "URL of the website. Null until set." })
  website: string | null;
  @Field(() => [String], { description: "Tax registrations with their labels." })
  taxIds: string[];
  @Field(() => [String], {
    description: "Account that clients pay into, in lines. Empty for a document that nobody pays.",
  })
  bankLines: string[];
  @Field(() => String, { nullable: true, description: "Accent color as #rrggbb. Null means black." })
  color: string | null;
  @Field(() => String, { nullable: true, description: "Logo as a data URL. Null without a logo." })
  logoUrl: string | null;
}
