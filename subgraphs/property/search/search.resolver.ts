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
      "Properties by words, place, kind, score, size, age and position. Filters are combined with and.",
  })
  searchProperties(
    @Ctx() ctx: PropertyContext,
    @Args(() => SearchPropertiesArgs) args: SearchPropertiesArgs,
  ): Promise<PropertyPage> {
    return findProperties(ctx, args);
  }

  @Query(() => PropertySuggestions, { description: "Properties for completing what is being typed." })
  suggestProperties(
    @Ctx() ctx: PropertyContext,
    @Args(() => SuggestPropertiesArgs) { q }: SuggestPropertiesArgs,
  ): Promise<PropertySuggestions> {
    return suggest(ctx, q);
  }
}
