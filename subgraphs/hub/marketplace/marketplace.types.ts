import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar } from "../../../src/graphql/scalars.ts";
import { AppPrice, AppVisibility } from "../apps/apps.types.ts";

export const MarketplaceVisibility = { all: "all", public: "public", coming_soon: "coming_soon" } as const;
export type MarketplaceVisibility = keyof typeof MarketplaceVisibility;
registerEnumType(MarketplaceVisibility, {
  name: "MarketplaceVisibility",
  description: "Which apps are listed: those that are out, those that are coming, or both.",
});

@ObjectType({ description: "An app as the marketplace shows it." })
export class MarketplaceApp {
  @Field(() => ID)
  appId: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { description: "Part of the address of its page." })
  slug: string;
  @Field(() => String)
  tagline: string;
  @Field(() => String)
  description: string;
  @Field(() => String)
  category: string;
  @Field(() => String)
  iconUrl: string;
  @Field(() => [String])
  screenshots: string[];
  @Field(() => String, { nullable: true, description: "Where the app lives; null before it is out." })
  url: string | null;
  @Field(() => AppVisibility)
  visibility: AppVisibility;
  @Field(() => [String])
  features: string[];
  @Field(() => AppPrice, { nullable: true, description: "The lowest price; null when none is set." })
  startingPrice: AppPrice | null;
  @Field(() => DateScalar, { nullable: true })
  launchDate: string | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "The apps of the marketplace by name." })
export class MarketplaceListing {
  @Field(() => [MarketplaceApp])
  apps: MarketplaceApp[];
  @Field(() => Int)
  total: number;
}
