import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { requireReading } from "../require-reading.ts";
import { InvoicingSettings } from "../invoices/invoicing-settings.types.ts";
import * as items from "./catalogue-items.service.ts";
import * as types from "./catalogue.types.ts";
import * as rates from "./tax-rates.service.ts";
import * as taxes from "./tax-rates.types.ts";
import { lookUpTaxRates } from "../taxes/look-up-tax-rates.service.ts";
import * as lookups from "../taxes/tax-rate-lookup.types.ts";

@Resolver(() => types.CatalogueItem)
export class CatalogueResolver {
  @Query(() => types.CatalogueItem, {
    description: "Returns a product or service by ID or SKU, with its use in invoices.",
  })
  catalogueItem(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CatalogueItemArgs) args: types.CatalogueItemArgs,
  ): Promise<types.CatalogueItem> {
    return items.readItem(ctx, args.itemId);
  }

  @Query(() => types.CatalogueItemPage, {
    description: "Lists products and services, newest first. Archived items are returned only on request.",
  })
  catalogueItems(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CatalogueItemsArgs) args: types.CatalogueItemsArgs,
  ): Promise<types.CatalogueItemPage> {
    return items.listItems(ctx, args);
  }

  @Query(() => taxes.TaxRateList, { description: "Lists the account's tax rates and marks the default one." })
  taxRates(
    @Ctx() ctx: InvoicingContext,
    @Args(() => taxes.TaxRatesArgs) args: taxes.TaxRatesArgs,
  ): Promise<taxes.TaxRateList> {
    return rates.listTaxRates(ctx, args);
  }

  @Query(() => lookups.TaxRateLookup, {
    description: "Looks up the taxes of a client's place at a tax service. Stores nothing.",
  })
  lookedUpTaxRates(
    @Ctx() ctx: InvoicingContext,
    @Args(() => lookups.TaxRateLookupArgs) args: lookups.TaxRateLookupArgs,
  ): Promise<lookups.TaxRateLookup> {
    return lookUpTaxRates(ctx, args);
  }

  @Mutation(() => types.CatalogueItem, {
    description:
      "Adds a product or service to the catalogue. Invoice lines can then copy its text and price.",
  })
  createItem(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateItemInput, { description: "Name, price and details of the new item." })
    input: types.CreateItemInput,
  ): Promise<types.CatalogueItem> {
    return items.createItem(ctx, input);
  }

  @Mutation(() => types.CatalogueItem, {
    description:
      "Updates, archives or restores a product or service. Existing document lines keep their price.",
  })
  updateItem(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateItemInput, { description: "Item and the fields to change." })
    input: types.UpdateItemInput,
  ): Promise<types.CatalogueItem> {
    return items.updateItem(ctx, input);
  }

  @Mutation(() => taxes.TaxRate, {
    description: "Creates a tax rate with up to 4 decimals, such as 9.975 %.",
  })
  createTaxRate(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => taxes.CreateTaxRateInput, {
      description: "Name, percentage and region of the new tax rate.",
    })
    input: taxes.CreateTaxRateInput,
  ): Promise<taxes.TaxRate> {
    return rates.createTaxRate(ctx, input);
  }

  @Mutation(() => InvoicingSettings, {
    description: "Sets or removes the default tax rate for new invoice lines.",
  })
  setDefaultTaxRate(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => taxes.SetDefaultTaxRateInput, {
      description: "Tax rate to use by default, or null for none.",
    })
    input: taxes.SetDefaultTaxRateInput,
  ): Promise<InvoicingSettings> {
    return rates.setDefaultTaxRate(ctx, input);
  }

  @Mutation(() => types.CatalogueItem, { description: "Archives a catalogue item and hides it from lists." })
  archiveItem(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ItemIdInput, { description: "ID of the item to archive." })
    input: types.ItemIdInput,
  ): Promise<types.CatalogueItem> {
    return items.archiveItem(ctx, input);
  }

  @Mutation(() => types.CatalogueItem, { description: "Restores an archived catalogue item." })
  restoreItem(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.ItemIdInput, { description: "ID of the archived item to restore." })
    input: types.ItemIdInput,
  ): Promise<types.CatalogueItem> {
    return items.restoreItem(ctx, input);
  }

  @Mutation(() => taxes.TaxRate, {
    description: "Renames a tax rate. Its percentage and treatment never change.",
  })
  updateTaxRate(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => taxes.UpdateTaxRateInput, { description: "Tax rate and its new name." })
    input: taxes.UpdateTaxRateInput,
  ): Promise<taxes.TaxRate> {
    return rates.updateTaxRate(ctx, input);
  }

  @Mutation(() => taxes.TaxRate, {
    description: "Archives a tax rate. Documents keep it; new lines cannot use it.",
  })
  archiveTaxRate(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => taxes.TaxRateIdInput, { description: "ID of the tax rate to archive." })
    input: taxes.TaxRateIdInput,
  ): Promise<taxes.TaxRate> {
    return rates.archiveTaxRate(ctx, input);
  }

  @FieldResolver(() => types.CatalogueItemUsage, { description: "Use of the item in invoices." })
  usage(@Ctx() ctx: InvoicingContext, @Root() item: types.CatalogueItem): Promise<types.CatalogueItemUsage> {
    requireReading(ctx);
    return ctx.loaders.itemUsage.load(item.id);
  }
}
