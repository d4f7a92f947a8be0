import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

const localePattern = /^(en|fr|de|es|pt)(-[A-Z]{2})?$/;
const localeMessage = "must be en, fr, de, es or pt, with a country if wanted, such as de-CH";
const notBlank = { message: "must not be blank" };

@ObjectType({ description: "A customer who books, with the number of visits and no-shows." })
export class BookingCustomer {
  @Field(() => ID, { description: "Unique ID of the customer, prefixed `bcu_`." })
  id: string;
  @Field(() => String, {
    description: "Name of the customer. Until one is entered, the email address up to the @.",
  })
  name: string;
  @Field(() => String, { description: "Email address of the customer." })
  email: string;
  @Field(() => String, { nullable: true, description: "Phone number of the customer. Null when not set." })
  phone: string | null;
  @Field(() => String, { nullable: true, description: "IANA time zone of the customer. Null when not set." })
  timezone: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Language of emails to the customer, such as de-CH. Null: that of the booking page.",
  })
  locale: string | null;
  @Field(() => Boolean, { description: "True when new bookings of the customer are refused." })
  blocked: boolean;
  @Field(() => Date, { nullable: true, description: "Time the customer was blocked. Null when not blocked." })
  blockedAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Internal reason of the block. Null when none was given or the customer is not blocked.",
  })
  blockReason: string | null;
  @Field(() => Int, { description: "Number of all bookings of the customer." })
  bookings: number;
  @Field(() => Int, { description: "Pending and confirmed bookings that have not started." })
  upcoming: number;
  @Field(() => Int, { description: "Bookings for which the customer arrived." })
  visits: number;
  @Field(() => Int, { description: "Bookings for which the customer did not arrive." })
  noShows: number;
  @Field(() => Int, { description: "Bookings that the customer cancelled." })
  cancellations: number;
  @Field(() => Date, { nullable: true, description: "Start of the last visit. Null before the first one." })
  lastVisitAt: Date | null;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the customer was added, by you or by the first booking." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the customer's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of customers, newest first." })
export class BookingCustomerPage extends countedPageOf(BookingCustomer, "customers", {
  total: "Customers that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A new customer." })
export class CreateBookingCustomerInput {
  @Field(() => String, { description: "Name of the customer, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, notBlank)
  name: string;
  @Field(() => String, {
    description: "Email address, unique per account ignoring case. Bookings with it belong to the customer.",
  })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => String, {
    nullable: true,
    description: "Phone number of the customer in any format, up to 50 characters.",
  })
  @IsOptional()
  @MaxLength(50)
  phone?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of the customer, such as Europe/Berlin.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Language of emails to the customer, such as de-CH. One of en, fr, de, es and pt, with a country if wanted.",
  })
  @IsOptional()
  @MaxLength(5)
  @Matches(localePattern, { message: localeMessage })
  locale?: string | null;
}

@ArgsType()
export class BookingCustomerArgs {
  @Field(() => ID, { nullable: true, description: "ID of the customer. Use either this or `email`." })
  @IsOptional()
  @MaxLength(64)
  customerId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Email address of the customer, ignoring case. Use either this or `customerId`.",
  })
  @IsOptional()
  @MaxLength(254)
  email?: string | null;
}

@ArgsType()
export class BookingCustomersArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only customers whose name, email address or phone number contains this, ignoring case.",
  })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Only customers with at least this many no-shows, 1 to 1,000.",
  })
  @IsOptional()
  @Min(1)
  @Max(1000)
  minNoShows?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Only blocked customers, or only others. Default: all.",
  })
  blocked?: boolean | null;
}

@InputType({ description: "A customer, identified by its ID." })
abstract class CustomerIdInput {
  @Field(() => ID, { description: "ID of the customer." })
  @MaxLength(64)
  customerId: string;
}

@InputType({ description: "Changes to a customer. Omitted fields stay unchanged." })
export class UpdateBookingCustomerInput extends CustomerIdInput {
  @Field(() => String, { nullable: true, description: "Name of the customer, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, notBlank)
  name?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Email address of later bookings. Existing bookings keep theirs and stay with the customer.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number in any format, up to 50 characters. Null: no number.",
  })
  @IsOptional()
  @MaxLength(50)
  phone?: string | null;
  @Field(() => String, { nullable: true, description: "IANA time zone of the customer. Null: no time zone." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Language of emails to the customer, such as de-CH. Null: that of the booking page.",
  })
  @IsOptional()
  @MaxLength(5)
  @Matches(localePattern, { message: localeMessage })
  locale?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}

@InputType({ description: "A customer and whether new bookings are refused." })
export class SetBookingCustomerBlockInput extends CustomerIdInput {
  @Field(() => Boolean, { description: "True to refuse new bookings of the customer, false to allow them." })
  blocked: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Internal reason of the block, up to 500 characters. The customer does not see it.",
  })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}
