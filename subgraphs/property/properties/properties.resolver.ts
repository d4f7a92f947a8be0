import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root, registerEnumType } from "type-graphql";
import type { PropertyContext } from "../property.context.ts";
import * as present from "./present-property.ts";
import { readProperty, readStored } from "./properties.service.ts";
import * as types from "./property-details.types.ts";
import { Property } from "./property.entity.ts";
import type { Units } from "./units.ts";

const UnitSystem = { imperial: "imperial", metric: "metric" } as const;
registerEnumType(UnitSystem, { name: "UnitSystem", description: "The system that quantities are shown in." });

@Resolver(() => Property)
export class PropertiesResolver {
  @Query(() => Property, { description: "Everything that is known about one property." })
  property(
    @Ctx() ctx: PropertyContext,
    @Arg("id", () => ID) id: string,
    @Arg("units", () => UnitSystem, { defaultValue: "imperial" }) units: Units,
  ): Promise<Property> {
    return readProperty(ctx, id, units);
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description:
      "The record that this id was merged into, which is shown; null when it was merged into none.",
  })
  async canonicalId(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<string | null> {
    return (await readStored(ctx, root)).canonicalId;
  }

  @FieldResolver(() => types.PropertyLocation)
  async location(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyLocation> {
    return present.presentLocation(await readStored(ctx, root));
  }

  @FieldResolver(() => types.PropertyBuilding)
  async building(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyBuilding> {
    return present.presentBuilding(await readStored(ctx, root), root.units);
  }

  @FieldResolver(() => types.PropertyMetrics)
  async metrics(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyMetrics> {
    return present.presentMetrics(await readStored(ctx, root), root.units);
  }

  @FieldResolver(() => types.PropertyCompliance)
  async compliance(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyCompliance> {
    return present.presentCompliance(await readStored(ctx, root));
  }

  @FieldResolver(() => types.PropertyRisk, { nullable: true })
  async risk(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyRisk | null> {
    return (await readStored(ctx, root)).record.risk;
  }

  @FieldResolver(() => types.PropertyCompleteness)
  async completeness(
    @Ctx() ctx: PropertyContext,
    @Root() root: Property,
  ): Promise<types.PropertyCompleteness> {
    return (await readStored(ctx, root)).completeness;
  }

  @FieldResolver(() => [types.PropertyYear], { description: "Every published year, newest first." })
  async history(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyYear[]> {
    return present.presentHistory(await readStored(ctx, root), root.units);
  }

  @FieldResolver(() => types.PropertyQuality)
  async quality(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyQuality> {
    return present.presentQuality(await readStored(ctx, root));
  }

  @FieldResolver(() => [types.PropertyProvenance], { description: "Where each value comes from." })
  async provenance(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyProvenance[]> {
    return present.presentProvenance(await readStored(ctx, root));
  }

  @FieldResolver(() => Boolean, { description: "True for invented buildings of a demonstration." })
  async synthetic(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<boolean> {
    return (await readStored(ctx, root)).record.synthetic;
  }

  @FieldResolver(() => Date, { description: "When this version was published here." })
  async updatedAt(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<Date> {
    return (await readStored(ctx, root)).updatedAt;
  }

  @FieldResolver(() => Int, { description: "Counts up with every change of the record or its score." })
  async version(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<number> {
    return (await readStored(ctx, root)).version;
  }
}
