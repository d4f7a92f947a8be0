import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../src/graphql/scalars.ts";
import { AppPrice, AppVisibility } from "../apps/apps.types.ts";

export const MarketplaceVisibility = { all: "all", public: "public", coming_soon: "coming_soon" } as const;
export type MarketplaceVisibility = keyof typeof MarketplaceVisibility;
registerEnumType(MarketplaceVisibility, {
  name: "MarketplaceVisibility",
  description: "Availability of apps to list.",
  valuesConfig: {
    all: { description: "Available and announced apps." },
    public: { description: "Only apps that are available." },
    coming_soon: { description: "Only apps that are announced but not yet available." },
  },
});

@ObjectType({ description: "App listed in the marketplace." })
export class MarketplaceApp {
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
  @Field(() => String, { description: "URL of the app's icon." })
  iconUrl: string;
  @Field(() => [String], { description: "URLs of screenshots." })
  screenshots: string[];
  @Field(() => String, { nullable: true, description: "URL of the app; null until it is available." })
  url: string | null;
  @Field(() => AppVisibility, { description: "Availability in the marketplace." })
  visibility: AppVisibility;
  @Field(() => [String], { description: "Main features of the app, as short texts." })
  features: string[];
  @Field(() => AppPrice, { nullable: true, description: "Lowest price of the app; null when none is set." })
  startingPrice: AppPrice | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Planned or actual launch date; null when not announced.",
  })
  launchDate: string | null;
  @Field(() => Date, { description: "Time when the app was registered." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the app." })
  updatedAt: Date;
}

@ObjectType({ description: "Apps of the marketplace, ordered by name." })
export class MarketplaceListing {
  @Field(() => [MarketplaceApp], { description: "Apps, ordered by name." })
  apps: MarketplaceApp[];
  @Field(() => Int, { description: "Number of apps in the list." })
  total: number;
}
