import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from "type-graphql";
import { findProperty } from "../properties/properties.service.ts";
import { Property } from "../properties/property.entity.ts";
import type { PropertyContext } from "../property.context.ts";
import { Account, App, User } from "./foreign-types.ts";
import { listNewestSaved, listSaved, saveProperty, unsaveProperty } from "./saved-properties.service.ts";
import * as types from "./saved-properties.types.ts";

@Resolver(() => types.SavedProperty)
export class SavedPropertiesResolver {
  @Query(() => types.SavedPropertyPage, {
    description: "Lists the properties saved by the account, newest first.",
  })
  savedProperties(
    @Ctx() ctx: PropertyContext,
    @Args(() => types.SavedPropertiesArgs) args: types.SavedPropertiesArgs,
  ): Promise<types.SavedPropertyPage> {
    return listSaved(ctx, args);
  }

  @Mutation(() => types.SavedProperty, {
    description: "Saves a property in an app. Saving it again replaces the note.",
  })
  saveProperty(
    @Ctx() ctx: PropertyContext,
    @Arg("input", () => types.SavePropertyInput, { description: "Property to save." })
    input: types.SavePropertyInput,
  ): Promise<types.SavedProperty> {
    return saveProperty(ctx, input);
  }

  @Mutation(() => types.UnsavedProperty, { description: "Removes a property from the saved properties." })
  unsaveProperty(
    @Ctx() ctx: PropertyContext,
    @Arg("input", () => types.UnsavePropertyInput, { description: "Saved property to remove." })
    input: types.UnsavePropertyInput,
  ): Promise<types.UnsavedProperty> {
    return unsaveProperty(ctx, input);
  }

  @FieldResolver(() => Property, {
    nullable: true,
    description: "Saved property with its current data. Null when it is no longer published.",
  })
  property(
    @Ctx() ctx: PropertyContext,
    @Root() { propertyId }: types.SavedProperty,
  ): Promise<Property | null> {
    return findProperty(ctx, propertyId);
  }
}

@Resolver(() => Account)
export class AccountSavedPropertiesResolver {
  @FieldResolver(() => [types.SavedProperty], {
    nullable: true,
    description:
      "Properties saved in all apps, newest first. Null for an account that the request does not act for.",
  })
  savedProperties(
    @Ctx() ctx: PropertyContext,
    @Args(() => types.FirstSavedArgs) { first }: types.FirstSavedArgs,
  ): Promise<types.SavedProperty[]> {
    return listNewestSaved(ctx, { appId: null, first });
  }
}

@Resolver(() => User)
export class UserSavedPropertiesResolver {
  @FieldResolver(() => [types.SavedProperty], {
    description: "Properties saved by the account in all apps, newest first.",
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
    description: "Properties saved by the account in this app, newest first.",
  })
  savedProperties(
    @Ctx() ctx: PropertyContext,
    @Root() { appId }: App,
    @Args(() => types.FirstSavedArgs) { first }: types.FirstSavedArgs,
  ): Promise<types.SavedProperty[]> {
    return listNewestSaved(ctx, { appId, first });
  }
}
