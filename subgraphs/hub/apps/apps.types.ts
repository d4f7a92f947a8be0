import {
  ArrayMaxSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from "class-validator";
import { Directive, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";
import { HasFormat } from "../../../src/graphql/validators.ts";

export const AppVisibility = { public: "public", coming_soon: "coming_soon", hidden: "hidden" } as const;
export type AppVisibility = keyof typeof AppVisibility;
registerEnumType(AppVisibility, {
  name: "AppVisibility",
  description: "Visibility of an app in the marketplace.",
  valuesConfig: {
    public: { description: "Listed and available." },
    coming_soon: { description: "Listed as announced, not yet available." },
    hidden: { description: "Usable but never listed." },
  },
});

export const AppStatus = { active: "active", retired: "retired" } as const;
export type AppStatus = keyof typeof AppStatus;
registerEnumType(AppStatus, {
  name: "AppStatus",
  description: "Status of a registered app.",
  valuesConfig: {
    active: { description: "Requests can use the app." },
    retired: { description: "Requests treat the app as unknown." },
  },
});

export const AppPriceInterval = { month: "month", year: "year" } as const;
export type AppPriceInterval = keyof typeof AppPriceInterval;
registerEnumType(AppPriceInterval, {
  name: "AppPriceInterval",
  description: "Billing interval of a price.",
  valuesConfig: { month: { description: "Billed monthly." }, year: { description: "Billed yearly." } },
});

/** A registered application of the hub. Calls name the app they act for. */
@ObjectType({ description: "Registered app that requests can act for." })
@Directive('@key(fields: "appId")')
export class App {
  @Field(() => ID, { description: "Unique ID of the app, used in requests and the `x-app-id` header." })
  appId: string;
  @Field(() => String, { description: "Display name of the app." })
  name: string;
  @Field(() => String, { description: "One-line summary of the app." })
  tagline: string;
  @Field(() => String, { description: "Full description of the app." })
  description: string;
  @Field(() => String, { description: "Marketplace category of the app." })
  category: string;
}

@ObjectType({ description: "Lowest price of an app." })
export class AppPrice {
  @Field(() => MoneyScalar, { description: "Amount in major units, for example dollars." })
  amount: number;
  @Field(() => String, { description: "Currency as an ISO 4217 code." })
  currency: string;
  @Field(() => AppPriceInterval, { description: "Billing interval of the price." })
  interval: AppPriceInterval;
}

/** An app with all that the registry knows of it. */
@ObjectType({ description: "App with its registry settings, for administrators." })
export class RegisteredApp {
  @Field(() => ID, { description: "Unique ID of the app." })
  appId: string;
  @Field(() => String, { description: "Display name of the app." })
  name: string;
  @Field(() => String, { description: "URL path segment of the app's marketplace page." })
  slug: string;
  @Field(() => String, { description: "One-line summary of the app." })
  tagline: string;
  @Field(() => String, { description: "Full description of the app." })
  description: string;
  @Field(() => String, { description: "Marketplace category of the app." })
  category: string;
  @Field(() => String, { nullable: true, description: "URL of the app's icon; null to use a generated one." })
  iconUrl: string | null;
  @Field(() => [String], { description: "URLs of screenshots." })
  screenshots: string[];
  @Field(() => [String], { description: "Main features of the app, as short texts." })
  features: string[];
  @Field(() => AppPrice, { nullable: true, description: "Lowest price of the app; null when none is set." })
  startingPrice: AppPrice | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Planned or actual launch date; null when not announced.",
  })
  launchDate: string | null;
  @Field(() => String, {
    nullable: true,
    description: "URL of the app, also used to return from checkout; null when none is set.",
  })
  defaultUrl: string | null;
  @Field(() => [String], { description: "Browser origins that may send requests for this app." })
  allowedOrigins: string[];
  @Field(() => AppVisibility, { description: "Visibility in the marketplace." })
  visibility: AppVisibility;
  @Field(() => AppStatus, { description: "Current status of the app." })
  status: AppStatus;
  @Field(() => Date, { description: "Time when the app was registered." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the app." })
  updatedAt: Date;
}

@ObjectType({ description: "All registered apps by name, including hidden and retired ones." })
export class AppRegistry {
  @Field(() => [RegisteredApp], { description: "Registered apps, ordered by name." })
  apps: RegisteredApp[];
  @Field(() => Int, { description: "Number of registered apps." })
  total: number;
}

@ObjectType({ description: "Browser origins that may send requests for an app." })
@Directive("@inaccessible")
export class AppOrigins {
  @Field(() => String, { description: "ID of the app." })
  appId: string;
  @Field(() => [String], { description: "Allowed origins, for example https://app.example." })
  origins: string[];
}

@InputType({ description: "Lowest price of an app." })
class AppPriceInput {
  @Field(() => MoneyScalar, {
    description: "Amount in major units, 0 to 1,000,000, with no more decimals than the currency has.",
  })
  @Min(0)
  @Max(1_000_000)
  amount: number;
  @Field(() => String, { description: "Currency as an ISO 4217 code." })
  @Matches(/^[A-Za-z]{3}$/)
  currency: string;
  @Field(() => AppPriceInterval, { description: "Billing interval of the price." })
  interval: AppPriceInterval;
}

/** The editable fields of an app. */
@InputType({ description: "Registry settings of an app." })
class AppFacts {
  @Field(() => String, {
    nullable: true,
    description:
      "URL path segment of the marketplace page: lower-case letters, digits and hyphens, at most 64 characters. Derived from the appId by default.",
  })
  @IsOptional()
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  @MaxLength(64)
  slug?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "HTTPS URL of the app's icon. Null uses a generated one.",
  })
  @IsOptional()
  @HasFormat("https-url")
  @MaxLength(2048)
  iconUrl?: string | null;
  @Field(() => [String], { nullable: true, description: "HTTPS URLs of screenshots, at most 10." })
  @IsOptional()
  @ArrayMaxSize(10)
  @HasFormat("https-url", { each: true })
  screenshots?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "Main features of the app, at most 20 texts of up to 200 characters.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(200, { each: true })
  features?: string[] | null;
  @Field(() => AppPriceInput, { nullable: true, description: "Lowest price of the app." })
  @IsOptional()
  @ValidateNested()
  startingPrice?: AppPriceInput | null;
  @Field(() => DateScalar, { nullable: true, description: "Planned or actual launch date, as YYYY-MM-DD." })
  launchDate?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "URL of the app, also used to return from checkout.",
  })
  @IsOptional()
  @HasFormat("web-url")
  @MaxLength(2048)
  defaultUrl?: string | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Browser origins that may send requests for this app, at most 50, for example https://app.example.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @HasFormat("web-origin", { each: true })
  allowedOrigins?: string[] | null;
  @Field(() => AppVisibility, {
    nullable: true,
    description: "Visibility in the marketplace. A new app is hidden by default.",
  })
  visibility?: AppVisibility | null;
}

@InputType({ description: "App to register." })
export class CreateAppInput extends AppFacts {
  @Field(() => ID, {
    description: "Permanent ID of the app: 1 to 64 lower-case letters, digits, dots, hyphens or underscores.",
  })
  @Matches(/^[a-z0-9][a-z0-9._-]{0,63}$/)
  appId: string;
  @Field(() => String, { description: "Display name, at most 80 characters." })
  @MinLength(1)
  @MaxLength(80)
  name: string;
  @Field(() => String, { description: "One-line summary, at most 140 characters." })
  @MinLength(1)
  @MaxLength(140)
  tagline: string;
  @Field(() => String, { description: "Full description, at most 2,000 characters." })
  @MinLength(1)
  @MaxLength(2000)
  description: string;
  @Field(() => String, { description: "Marketplace category, at most 40 characters." })
  @MinLength(1)
  @MaxLength(40)
  category: string;
}

@InputType({
  description: "Changes to an app. Omitted fields stay unchanged; null clears an optional field.",
})
export class UpdateAppInput extends AppFacts {
  @Field(() => ID, { description: "ID of the app to update." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => String, { nullable: true, description: "Display name, at most 80 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(80)
  name?: string | null;
  @Field(() => String, { nullable: true, description: "One-line summary, at most 140 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(140)
  tagline?: string | null;
  @Field(() => String, { nullable: true, description: "Full description, at most 2,000 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(2000)
  description?: string | null;
  @Field(() => String, { nullable: true, description: "Marketplace category, at most 40 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(40)
  category?: string | null;
  @Field(() => AppStatus, {
    nullable: true,
    description: "Status of the app: `retired` blocks all requests, `active` restores it.",
  })
  status?: AppStatus | null;
}
