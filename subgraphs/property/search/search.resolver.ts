import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { PropertyContext } from "../property.context.ts";
import { findProperties, suggest } from "./search.service.ts";
import {
  PropertyPage,
  PropertySuggestions,
  SearchPropertiesArgs,
  SuggestPropertiesArgs,
} from "./search.types.ts";

@Resolver()
export class SearchResolver {
  @Query(() => PropertyPage, {
    description:
      "Searches properties by text, place, type, score, size, age and location. All filters must match.",
  })
  searchProperties(
    @Ctx() ctx: PropertyContext,
    @Args(() => SearchPropertiesArgs) args: SearchPropertiesArgs,
  ): Promise<PropertyPage> {
    return findProperties(ctx, args);
  }

  @Query(() => PropertySuggestions, {
    description: "Suggests properties for autocomplete while the user types.",
  })
  suggestProperties(
    @Ctx() ctx: PropertyContext,
    @Args(() => SuggestPropertiesArgs) { q }: SuggestPropertiesArgs,
  ): Promise<PropertySuggestions> {
    return suggest(ctx, q);
  }
}
