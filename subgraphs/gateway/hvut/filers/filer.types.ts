import { IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

const notBlank = { message: "must not be blank" };

@InputType({ description: "A US address." })
export class FilerAddressInput {
  @Field(() => String, { description: "At most 35 characters." })
  @Matches(/\S/, notBlank)
  @MaxLength(35)
  line1: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(35)
  line2?: string | null;
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(22)
  city: string;
  @Field(() => String, { description: "Two letters." })
  @Matches(/^[A-Z]{2}$/, { message: "must be two capital letters" })
  state: string;
  @Field(() => String)
  @Matches(/^\d{5}(-\d{4})?$/, { message: "must be a ZIP code" })
  postalCode: string;
}

@InputType({ description: "Who signs the returns of a business." })
export class SignatoryInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(35)
  name: string;
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(35)
  title: string;
}

@InputType({ description: "A business that owes heavy vehicle use tax." })
export class CreateFilerInput {
  @Field(() => String)
  @Matches(/\S/, notBlank)
  @MaxLength(75)
  businessName: string;
  @Field(() => FilerAddressInput)
  @ValidateNested()
  address: FilerAddressInput;
  @Field(() => String)
  @Matches(/^\+?[0-9 ().-]{7,30}$/, { message: "must be a telephone number" })
  phone: string;
  @Field(() => SignatoryInput)
  @ValidateNested()
  signatory: SignatoryInput;
}

@InputType({ description: "What changes of a filer; what is left out stays." })
export class UpdateFilerInput {
  @Field(() => ID)
  @MaxLength(64)
  filerId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/\S/, notBlank)
  @MaxLength(75)
  businessName?: string | null;
  @Field(() => FilerAddressInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  address?: FilerAddressInput | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^\+?[0-9 ().-]{7,30}$/, { message: "must be a telephone number" })
  phone?: string | null;
  @Field(() => SignatoryInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  signatory?: SignatoryInput | null;
  @Field(() => Int, {
    nullable: true,
    description: "The version that was read; refused when it is not the newest.",
  })
  @IsOptional()
  version?: number | null;
}

@InputType({ description: "A filer." })
export class FilerInput {
  @Field(() => ID)
  @MaxLength(64)
  filerId: string;
}

@InputType({ description: "A filer's numbers. They are sealed, and never shown again." })
export class SetFilerNumbersInput extends FilerInput {
  @Field(() => String, { description: "Employer identification number, nine digits; never an SSN." })
  @MaxLength(20)
  ein: string;
  @Field(() => String, { description: "Five digits of the signatory's choice, which sign the returns." })
  @MaxLength(10)
  pin: string;
}

@InputType({ description: "The same, by the link that a filer's `entryUrl` holds." })
export class EnterFilerNumbersInput {
  @Field(() => String)
  @MaxLength(64)
  token: string;
  @Field(() => String, { description: "Employer identification number, nine digits; never an SSN." })
  @MaxLength(20)
  ein: string;
  @Field(() => String, { description: "Five digits of the signatory's choice, which sign the returns." })
  @MaxLength(10)
  pin: string;
}

@ArgsType()
export class FilerArgs {
  @Field(() => ID)
  @MaxLength(64)
  filerId: string;
}

@ArgsType()
export class FilersArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Part of the name." })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
}

@ObjectType({ description: "A US address." })
export class FilerAddress {
  @Field(() => String)
  line1: string;
  @Field(() => String, { nullable: true })
  line2: string | null;
  @Field(() => String)
  city: string;
  @Field(() => String)
  state: string;
  @Field(() => String)
  postalCode: string;
}

@ObjectType({ description: "Who signs the returns of a business." })
export class FilerSignatory {
  @Field(() => String)
  name: string;
  @Field(() => String)
  title: string;
}

@ObjectType({ description: "A business that owes heavy vehicle use tax." })
export class Filer {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  businessName: string;
  @Field(() => String, {
    nullable: true,
    description: "All but the last four digits are masked; null until entered.",
  })
  ein: string | null;
  @Field(() => Boolean, { description: "Whether the signatory's PIN is there." })
  hasPin: boolean;
  @Field(() => FilerAddress)
  address: FilerAddress;
  @Field(() => String)
  phone: string;
  @Field(() => FilerSignatory)
  signatory: FilerSignatory;
  @Field(() => Boolean, { description: "The next return says that name or address changed." })
  addressChanged: boolean;
  @Field(() => String, { description: "`active` or `archived`." })
  status: "active" | "archived";
  @Field(() => String, {
    nullable: true,
    description: "Where a person enters EIN and PIN, once; shown in the answer that made it.",
  })
  entryUrl: string | null;
  @Field(() => Date, { nullable: true })
  entryExpiresAt: Date | null;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of filers, newest first." })
export class FilerPage extends countedPageOf(Filer, "filers") {}

@ObjectType({ description: "Whether a filer's EIN can be one." })
export class EinCheck {
  @Field(() => Boolean)
  valid: boolean;
  @Field(() => String, { nullable: true, description: "Who assigns numbers of its prefix." })
  prefixCampus: string | null;
  @Field(() => String, { nullable: true })
  reason: string | null;
}

@ObjectType({ description: "What became of entered numbers." })
export class EnteredNumbers {
  @Field(() => Boolean)
  entered: true;
  @Field(() => String)
  businessName: string;
}

@ArgsType()
export class NumbersPageArgs {
  @Field(() => String)
  @MaxLength(64)
  token: string;
}

@ObjectType({ description: "What the holder of an entry link is shown." })
export class NumbersPage {
  @Field(() => String)
  businessName: string;
  @Field(() => Date)
  expiresAt: Date;
}
