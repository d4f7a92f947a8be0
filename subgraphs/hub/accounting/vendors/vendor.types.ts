import { IsEmail, IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

export const Form1099Box = {
  nonemployee_compensation: "nonemployee_compensation",
  rents: "rents",
  royalties: "royalties",
  other_income: "other_income",
} as const;
export type Form1099Box = keyof typeof Form1099Box;
registerEnumType(Form1099Box, {
  name: "Form1099Box",
  description: "Box of Form 1099 that payments to a vendor belong in.",
  valuesConfig: {
    nonemployee_compensation: {
      description: "Form 1099-NEC, box 1: services of somebody who is no employee.",
    },
    rents: { description: "Form 1099-MISC, box 1." },
    royalties: { description: "Form 1099-MISC, box 2." },
    other_income: { description: "Form 1099-MISC, box 3." },
  },
});

export const pageCursor = "Cursor of the next page: pass it as `cursor`. Null on the last page.";

@ObjectType({ description: "Business or person that bills the account." })
export class Vendor {
  @Field(() => ID, { description: "Unique ID of the vendor." })
  id: string;
  @Field(() => String, { description: "Name of the vendor." })
  name: string;
  @Field(() => String, { nullable: true, description: "Email address; null when unknown." })
  email: string | null;
  @Field(() => Form1099Box, {
    nullable: true,
    description: "Box of Form 1099; null for vendors without one.",
  })
  form1099Box: Form1099Box | null;
  @Field(() => Boolean, { description: "Whether the vendor is archived: it gets no new bills." })
  archived: boolean;
  @Field(() => Date, { description: "When the vendor was created." })
  createdAt: Date;
  @Field(() => Date, { description: "When the vendor was last changed." })
  updatedAt: Date;
}

@ObjectType({ description: "Vendors, newest first." })
export class VendorPage extends countedPageOf(Vendor, "vendors", { nextCursor: pageCursor }) {}

@ObjectType({ description: "Payments to a vendor in a year that count for Form 1099." })
class Vendor1099Total {
  @Field(() => ID, { description: "ID of the vendor." })
  vendorId: string;
  @Field(() => String, { description: "Name of the vendor." })
  name: string;
  @Field(() => Form1099Box, { description: "Box of Form 1099." })
  form1099Box: Form1099Box;
  @Field(() => MoneyScalar, { description: "Payments of the year in dollars, without those by credit card." })
  paid: number;
  @Field(() => MoneyScalar, {
    description: "Payments by credit card in dollars. The card's processor reports them.",
  })
  paidByCard: number;
  @Field(() => MoneyScalar, { description: "Payments of a year in dollars from which the form is required." })
  threshold: number;
  @Field(() => Boolean, { description: "Whether the form is required." })
  required: boolean;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the Form 1099-NEC that names the vendor for the year; null without one.",
  })
  formId: string | null;
  @Field(() => String, { nullable: true, description: "State of that form; null without one." })
  formStatus: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Box 1 of that form in dollars; null without one.",
  })
  reported: number | null;
}

@ObjectType({ description: "Vendors that are marked for Form 1099, newest first." })
export class Vendor1099Page extends countedPageOf(Vendor1099Total, "vendors", { nextCursor: pageCursor }) {}

@InputType({ description: "Vendor to add." })
export class CreateVendorInput {
  @Field(() => String, { description: "Name of the vendor, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { nullable: true, description: "Email address of the vendor." })
  @IsOptional()
  @MaxLength(254)
  @IsEmail()
  email?: string | null;
  @Field(() => Form1099Box, {
    nullable: true,
    description: "Box of Form 1099. Default: the vendor gets no form.",
  })
  @IsOptional()
  form1099Box?: Form1099Box | null;
}

@InputType({ description: "Changes of a vendor. Fields that are left out stay." })
export class UpdateVendorInput {
  @Field(() => ID, { description: "ID of the vendor." })
  @MaxLength(64)
  vendorId: string;
  @Field(() => String, { nullable: true, description: "New name, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, { nullable: true, description: "New email address; null removes it." })
  @IsOptional()
  @MaxLength(254)
  @IsEmail()
  email?: string | null;
  @Field(() => Form1099Box, { nullable: true, description: "New box of Form 1099; null removes the mark." })
  @IsOptional()
  form1099Box?: Form1099Box | null;
  @Field(() => Boolean, { nullable: true, description: "True archives the vendor, false restores it." })
  @IsOptional()
  archived?: boolean | null;
}

@ArgsType()
export class PagedArgs {
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of items per page, 1 to 100." })
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
export class VendorsArgs extends PagedArgs {
  @Field(() => String, { nullable: true, description: "Words in the name or email address." })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
  @Field(() => Boolean, { defaultValue: false, description: "Whether archived vendors are included." })
  archived: boolean;
}

@ArgsType()
export class Vendor1099Args extends PagedArgs {
  @Field(() => Int, { description: "Calendar year of the payments." })
  @IsInt()
  @Min(2000)
  @Max(2199)
  year: number;
}
