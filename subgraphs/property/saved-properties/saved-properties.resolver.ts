import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from "type-graphql";
import { findProperty } from "../properties/properties.service.ts";
import { Property } from "../properties/property.entity.ts";
import type { PropertyContext } from "../property.context.ts";
import { App, User } from "./foreign-types.ts";
import { listNewestSaved, listSaved, saveProperty, unsaveProperty } from "./saved-properties.service.ts";
import * as types from "./saved-properties.types.ts";

@Resolver(() => types.SavedProperty)
export class SavedPropertiesResolver {
  @Query(() => types.SavedPropertyPage, {
    description: "Properties that the caller's account keeps at hand.",
  })
  savedProperties(
    @Ctx() ctx: PropertyContext,
    @Args(() => types.SavedPropertiesArgs) args: types.SavedPropertiesArgs,
  ): Promise<types.SavedPropertyPage> {
    return listSaved(ctx, args);
  }

  @Mutation(() => types.SavedProperty, { description: "Keeps a property at hand in an app." })
  saveProperty(
    @Ctx() ctx: PropertyContext,
    @Arg("input", () => types.SavePropertyInput) input: types.SavePropertyInput,
  ): Promise<types.SavedProperty> {
    return saveProperty(ctx, input);
  }

  @Mutation(() => types.UnsavedProperty, { description: "Keeps a property at hand no longer." })
  unsaveProperty(
    @Ctx() ctx: PropertyContext,
    @Arg("input", () => types.UnsavePropertyInput) input: types.UnsavePropertyInput,
  ): Promise<types.UnsavedProperty> {
    return unsaveProperty(ctx, input);
  }

  @FieldResolver(() => Property, { nullable: true })
  property(
    @Ctx() ctx: PropertyContext,
    @Root() { propertyId }: types.SavedProperty,
  ): Promise<Property | null> {
    return findProperty(ctx, propertyId);
  }
}

@Resolver(() => User)
export class UserSavedPropertiesResolver {
  @FieldResolver(() => [types.SavedProperty], {
    description: "Properties that the account keeps at hand, newest first.",
  })
  savedProperties(
    @Ctx() ctx: PropertyContext,
    @Args(() => types.FirstSavedArgs) { first }: types.FirstSavedArgs,
  ): Promise<types.SavedProperty[]> {
    return listNewestSaved(ctx, { appId: null, first });
  }
}

@Resolver(() => App)
export class AppSavedPropertiesResolver {
  @FieldResolver(() => [types.SavedProperty], {
    description: "Properties that the account keeps at hand in this app.",
  })
  savedProperties(
    @Ctx() ctx: PropertyContext,
    @Root() { appId }: App,
    @Args(() => types.FirstSavedArgs) { first }: types.FirstSavedArgs,
  ): Promise<types.SavedProperty[]> {
    return listNewestSaved(ctx, { appId, first });
  }
}
