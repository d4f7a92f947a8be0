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
  description: "How the marketplace shows an app; a hidden one works, but is never listed.",
});

export const AppStatus = { active: "active", retired: "retired" } as const;
export type AppStatus = keyof typeof AppStatus;
registerEnumType(AppStatus, { name: "AppStatus", description: "A retired app is unknown to every call." });

export const AppPriceInterval = { month: "month", year: "year" } as const;
export type AppPriceInterval = keyof typeof AppPriceInterval;
registerEnumType(AppPriceInterval, { name: "AppPriceInterval", description: "How often a price is paid." });

/** A registered application of the hub. Calls name the app they act for. */
@ObjectType({ description: "A registered application of the hub." })
@Directive('@key(fields: "appId")')
export class App {
  @Field(() => ID, { description: "The name calls use for the app." })
  appId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  tagline: string;
  @Field(() => String)
  description: string;
  @Field(() => String)
  category: string;
}

@ObjectType({ description: "The lowest price of an app." })
export class AppPrice {
  @Field(() => MoneyScalar)
  amount: number;
  @Field(() => String)
  currency: string;
  @Field(() => AppPriceInterval)
  interval: AppPriceInterval;
}

/** An app with all that the registry knows of it. */
@ObjectType({ description: "An app as administrators see it." })
export class RegisteredApp {
  @Field(() => ID)
  appId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  slug: string;
  @Field(() => String)
  tagline: string;
  @Field(() => String)
  description: string;
  @Field(() => String)
  category: string;
  @Field(() => String, { nullable: true, description: "Its own icon; null: the platform draws one." })
  iconUrl: string | null;
  @Field(() => [String])
  screenshots: string[];
  @Field(() => [String])
  features: string[];
  @Field(() => AppPrice, { nullable: true })
  startingPrice: AppPrice | null;
  @Field(() => DateScalar, { nullable: true })
  launchDate: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Where the app lives, and where people return from checkout.",
  })
  defaultUrl: string | null;
  @Field(() => [String], { description: "Origins whose pages may call for this app." })
  allowedOrigins: string[];
  @Field(() => AppVisibility)
  visibility: AppVisibility;
  @Field(() => AppStatus)
  status: AppStatus;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "All registered apps by name, hidden and retired ones too." })
export class AppRegistry {
  @Field(() => [RegisteredApp])
  apps: RegisteredApp[];
  @Field(() => Int)
  total: number;
}

@ObjectType({ description: "Whose pages may call for an app." })
@Directive("@inaccessible")
export class AppOrigins {
  @Field(() => String)
  appId: string;
  @Field(() => [String])
  origins: string[];
}

@InputType({ description: "The lowest price of an app." })
class AppPriceInput {
  @Field(() => MoneyScalar, { description: "In major units, with no more decimals than the currency has." })
  @Min(0)
  @Max(1_000_000)
  amount: number;
  @Field(() => String, { description: "ISO 4217 code." })
  @Matches(/^[A-Za-z]{3}$/)
  currency: string;
  @Field(() => AppPriceInterval)
  interval: AppPriceInterval;
}

/** What may be said of an app at any time. */
@InputType()
class AppFacts {
  @Field(() => String, {
    nullable: true,
    description: "Part of its marketplace address; by default made of the appId.",
  })
  @IsOptional()
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  @MaxLength(64)
  slug?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @HasFormat("https-url")
  @MaxLength(2048)
  iconUrl?: string | null;
  @Field(() => [String], { nullable: true, description: "https addresses." })
  @IsOptional()
  @ArrayMaxSize(10)
  @HasFormat("https-url", { each: true })
  screenshots?: string[] | null;
  @Field(() => [String], { nullable: true })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(200, { each: true })
  features?: string[] | null;
  @Field(() => AppPriceInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  startingPrice?: AppPriceInput | null;
  @Field(() => DateScalar, { nullable: true })
  launchDate?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Where the app lives, and where people return from checkout.",
  })
  @IsOptional()
  @HasFormat("web-url")
  @MaxLength(2048)
  defaultUrl?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: "Origins whose pages may call for this app, as https://app.example.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @HasFormat("web-origin", { each: true })
  allowedOrigins?: string[] | null;
  @Field(() => AppVisibility, { nullable: true, description: "Hidden, unless said otherwise." })
  visibility?: AppVisibility | null;
}

@InputType({ description: "Registers an app." })
export class CreateAppInput extends AppFacts {
  @Field(() => ID, { description: "The name that calls use; it never changes." })
  @Matches(/^[a-z0-9][a-z0-9._-]{0,63}$/)
  appId: string;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(80)
  name: string;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(140)
  tagline: string;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(2000)
  description: string;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(40)
  category: string;
}

@InputType({ description: "Changes an app. What is left out stays; null clears a field that may be empty." })
export class UpdateAppInput extends AppFacts {
  @Field(() => ID, { description: "The app." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(80)
  name?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(140)
  tagline?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(2000)
  description?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(40)
  category?: string | null;
  @Field(() => AppStatus, {
    nullable: true,
    description: "`retired` ends the app for every call; `active` brings it back.",
  })
  status?: AppStatus | null;
}
