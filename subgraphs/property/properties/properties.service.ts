import { DomainError } from "../../../src/errors.ts";
import type { PropertyContext } from "../property.context.ts";
import { presentProperty } from "./present-property.ts";
import type { Property } from "./property.entity.ts";
import type { StoredProperty } from "./stored-property.ts";
import type { Units } from "./units.ts";

/** One building by its id. Throws PROPERTY_NOT_FOUND, also for an invalid id. */
export async function readProperty(ctx: PropertyContext, id: string, units: Units): Promise<Property> {
  const property = await findProperty(ctx, id, units);
  if (property === null) throw propertyNotFound();
  return property;
}

/** One building by its id, or null. */
export async function findProperty(
  ctx: PropertyContext,
  id: string,
  units: Units = "imperial",
): Promise<Property | null> {
  const stored = await ctx.loaders.properties.load(id);
  return stored === null ? null : presentProperty(stored, units);
}

/** Several buildings in imperial units: for each id its building, null, or the read error. */
export async function findProperties(
  ctx: PropertyContext,
  ids: readonly string[],
): Promise<(Property | Error | null)[]> {
  const stored = await ctx.loaders.properties.loadMany(ids);
  return stored.map((one) => (one === null || one instanceof Error ? one : presentProperty(one, "imperial")));
}

/**
 * The stored data of a building already loaded in this request. Throws PROPERTY_NOT_FOUND when it was deleted in
 * between.
 */
export async function readStored(ctx: PropertyContext, property: Property): Promise<StoredProperty> {
  const stored = await ctx.loaders.properties.load(property.id);
  if (stored === null) throw propertyNotFound();
  return stored;
}

export function propertyNotFound(): DomainError {
  return new DomainError("PROPERTY_NOT_FOUND", "No property with this ID. Check the id.");
}
