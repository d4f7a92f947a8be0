import {
  ArrayMaxSize,
  ArrayUnique,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from "class-validator";
import { Field, InputType, Int, ObjectType } from "type-graphql";

/** Form of the last part of a page's URL. */
const slugPattern = /^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/;
/** A language, with the country whose formats are used, such as `de-CH`. */
const localePattern = /^(en|fr|de|es|pt)(-[A-Z]{2})?$/;
/** An origin without credentials, path or port 0. `http` serves development on the same machine alone. */
const originPattern = /^(https:\/\/[a-z0-9.-]{1,253}|http:\/\/localhost)(:[1-9][0-9]{0,4})?$/;

@ObjectType({ description: "The public page on which customers book without an account." })
export class BookingPageSettings {
  @Field(() => String, { description: "Last part of the page's URL, unique on the platform." })
  slug: string;
  @Field(() => String, { description: "URL of the page, which needs no sign-in." })
  url: string;
  @Field(() => Boolean, {
    description: "Whether the page is open. A closed page does not exist for visitors.",
  })
  isEnabled: boolean;
  @Field(() => String, { description: "Heading of the page, such as the name of the business." })
  title: string;
  @Field(() => String, { nullable: true, description: "Text under the heading. Null without one." })
  introduction: string | null;
  @Field(() => String, { description: "Language of the page, such as `en` or `de-CH`." })
  locale: string;
  @Field(() => Boolean, {
    description: "Whether a booking needs the code that is sent to the visitor's email address.",
  })
  requiresEmailCode: boolean;
  @Field(() => [String], { description: "Origins of the sites that may show the page in a frame." })
  frameOrigins: string[];
  @Field(() => Int, {
    description: "Minutes for which a visitor who has not paid yet keeps a time or tickets.",
  })
  paymentMinutes: number;
  @Field(() => Boolean, {
    description: "Whether the page lists your published events and sells their tickets.",
  })
  showsEvents: boolean;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the page was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the page's last change." })
  updatedAt: Date;
}

@InputType({ description: "Settings of the booking page. Those left out stay as they are." })
export class UpdateBookingPageInput {
  @Field(() => Boolean, {
    nullable: true,
    description: "True to open the page, false to close it. New pages are closed.",
  })
  @IsOptional()
  isEnabled?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Last part of the page's URL: 3 to 50 lower-case letters, digits and dashes. Default: one that cannot be guessed.",
  })
  @IsOptional()
  @MinLength(3)
  @MaxLength(50)
  @Matches(slugPattern, { message: "must be 3 to 50 lower-case letters, digits and inner dashes" })
  slug?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Heading of the page, up to 100 characters. A new page needs one.",
  })
  @IsOptional()
  @MaxLength(100)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/, { message: "must be one line that is not blank" })
  title?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Text under the heading, up to 1,000 characters. An empty text removes it.",
  })
  @IsOptional()
  @MaxLength(1000)
  introduction?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Language of the page: en, fr, de, es or pt. A country may follow, as in `de-CH`. Default `en-US`.",
  })
  @IsOptional()
  @MaxLength(5)
  @Matches(localePattern, {
    message: "must be en, fr, de, es or pt, with a country if wanted, such as de-CH",
  })
  locale?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to send a code to the visitor's email address before booking. New pages do.",
  })
  @IsOptional()
  requiresEmailCode?: boolean | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Up to 10 origins that may show the page in a frame, such as `https://www.example.com`. Default: none.",
  })
  @IsOptional()
  @ArrayMaxSize(10)
  @ArrayUnique()
  @MaxLength(300, { each: true })
  @Matches(originPattern, { each: true, message: "must be an https origin without a path" })
  frameOrigins?: string[] | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Minutes for which a visitor who has not paid yet keeps a time or tickets. 5 to 60, new pages have 15.",
  })
  @IsOptional()
  @Min(5)
  @Max(60)
  paymentMinutes?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to list your published events on the page and sell their tickets. New pages do not.",
  })
  @IsOptional()
  showsEvents?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Version that the change is based on. A newer one returns 409 VERSION_CONFLICT.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}
