import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root, registerEnumType } from "type-graphql";
import type { PropertyContext } from "../property.context.ts";
import * as present from "./present-property.ts";
import { readProperty, readStored } from "./properties.service.ts";
import * as types from "./property-details.types.ts";
import { Property } from "./property.entity.ts";
import type { Units } from "./units.ts";

const UnitSystem = { imperial: "imperial", metric: "metric" } as const;
registerEnumType(UnitSystem, {
  name: "UnitSystem",
  description: "Unit systems for quantities.",
  valuesConfig: {
    imperial: { description: "Square feet, kBtu and gallons." },
    metric: { description: "Square metres, kWh and litres." },
  },
});

@Resolver(() => Property)
export class PropertiesResolver {
  @Query(() => Property, { description: "Returns a property with all published data about it." })
  property(
    @Ctx() ctx: PropertyContext,
    @Arg("id", () => ID, { description: "ID of the property." }) id: string,
    @Arg("units", () => UnitSystem, { defaultValue: "imperial", description: "Unit system for quantities." })
    units: Units,
  ): Promise<Property> {
    return readProperty(ctx, id, units);
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: "ID of the property this one was merged into. Null when it was not merged.",
  })
  async canonicalId(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<string | null> {
    return (await readStored(ctx, root)).canonicalId;
  }

  @FieldResolver(() => types.PropertyLocation, { description: "Coordinates of the property." })
  async location(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyLocation> {
    return present.presentLocation(await readStored(ctx, root));
  }

  @FieldResolver(() => types.PropertyBuilding, {
    description: "Physical facts of the building, such as year built and floor area.",
  })
  async building(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyBuilding> {
    return present.presentBuilding(await readStored(ctx, root), root.units);
  }

  @FieldResolver(() => types.PropertyMetrics, {
    description: "Energy, carbon and water figures of the latest usable year.",
  })
  async metrics(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyMetrics> {
    return present.presentMetrics(await readStored(ctx, root), root.units);
  }

  @FieldResolver(() => types.PropertyCompliance, {
    description: "Compliance with the local energy disclosure law.",
  })
  async compliance(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyCompliance> {
    return present.presentCompliance(await readStored(ctx, root));
  }

  @FieldResolver(() => types.PropertyRisk, {
    nullable: true,
    description: "Natural hazard risk of the county. Null when the county is unknown.",
  })
  async risk(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyRisk | null> {
    return (await readStored(ctx, root)).record.risk;
  }

  @FieldResolver(() => types.PropertyCompleteness, { description: "Completeness of the key fields." })
  async completeness(
    @Ctx() ctx: PropertyContext,
    @Root() root: Property,
  ): Promise<types.PropertyCompleteness> {
    return (await readStored(ctx, root)).completeness;
  }

  @FieldResolver(() => [types.PropertyYear], { description: "Published figures by year, newest first." })
  async history(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyYear[]> {
    return present.presentHistory(await readStored(ctx, root), root.units);
  }

  @FieldResolver(() => types.PropertyQuality, {
    description: "Plausibility checks and data quality warnings.",
  })
  async quality(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyQuality> {
    return present.presentQuality(await readStored(ctx, root));
  }

  @FieldResolver(() => [types.PropertyProvenance], {
    description: "Origin of each value: source, column and original text.",
  })
  async provenance(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<types.PropertyProvenance[]> {
    return present.presentProvenance(await readStored(ctx, root));
  }

  @FieldResolver(() => Boolean, { description: "Whether the building is fictional demo data." })
  async synthetic(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<boolean> {
    return (await readStored(ctx, root)).record.synthetic;
  }

  @FieldResolver(() => Date, { description: "Time when this version was published (UTC)." })
  async updatedAt(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<Date> {
    return (await readStored(ctx, root)).updatedAt;
  }

  @FieldResolver(() => Int, {
    description: "Version number; increases with each change of the record or its score.",
  })
  async version(@Ctx() ctx: PropertyContext, @Root() root: Property): Promise<number> {
    return (await readStored(ctx, root)).version;
  }
}
