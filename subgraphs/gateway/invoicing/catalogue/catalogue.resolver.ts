import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { InvoicingSettings } from "../invoices/invoicing-settings.types.ts";
import * as items from "./catalogue-items.service.ts";
import * as types from "./catalogue.types.ts";
import * as rates from "./tax-rates.service.ts";

@Resolver()
export class CatalogueResolver {
  @Query(() => types.CatalogueItem, { description: "One of the account's products or services." })
  catalogueItem(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CatalogueItemArgs) args: types.CatalogueItemArgs,
  ): Promise<types.CatalogueItem> {
    return items.readItem(ctx, args.itemId);
  }

  @Query(() => types.CatalogueItemPage, {
    description: "The account's products and services, newest first; archived ones when asked for.",
  })
  catalogueItems(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.CatalogueItemsArgs) args: types.CatalogueItemsArgs,
  ): Promise<types.CatalogueItemPage> {
    return items.listItems(ctx, args);
  }

  @Query(() => types.TaxRateList, { description: "The account's tax rates, and which one is the default." })
  taxRates(
    @Ctx() ctx: InvoicingContext,
    @Args(() => types.TaxRatesArgs) args: types.TaxRatesArgs,
  ): Promise<types.TaxRateList> {
    return rates.listTaxRates(ctx, args);
  }

  @Mutation(() => types.CatalogueItem, {
    description: "Adds a product or a service that lines can be copied from.",
  })
  createItem(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateItemInput) input: types.CreateItemInput,
  ): Promise<types.CatalogueItem> {
    return items.createItem(ctx, input);
  }

  @Mutation(() => types.CatalogueItem, {
    description:
      "Changes a product or a service, or archives it. Lines of documents keep their copied price.",
  })
  updateItem(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.UpdateItemInput) input: types.UpdateItemInput,
  ): Promise<types.CatalogueItem> {
    return items.updateItem(ctx, input);
  }

  @Mutation(() => types.TaxRate, { description: "Adds a tax rate with up to 4 decimals, such as 9.975 %." })
  createTaxRate(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.CreateTaxRateInput) input: types.CreateTaxRateInput,
  ): Promise<types.TaxRate> {
    return rates.createTaxRate(ctx, input);
  }

  @Mutation(() => InvoicingSettings, {
    description: "Sets the tax rate of new lines that name none, or none.",
  })
  setDefaultTaxRate(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => types.SetDefaultTaxRateInput) input: types.SetDefaultTaxRateInput,
  ): Promise<InvoicingSettings> {
    return rates.setDefaultTaxRate(ctx, input);
  }
}
