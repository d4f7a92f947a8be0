import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import { findProperty } from "../properties/properties.service.ts";
import { Property } from "../properties/property.entity.ts";
import type { PropertyContext } from "../property.context.ts";
import { User } from "../saved-properties/foreign-types.ts";
import * as requests from "./report-requests.types.ts";
import { Report, ReportItem } from "./report.types.ts";
import * as reports from "./reports.service.ts";
import { loadReport } from "./report.rows.ts";

@Resolver(() => Report)
export class ReportsResolver {
  @Query(() => requests.ReportPage, {
    description: "Lists the account's property reports, newest first, without their items.",
  })
  reports(
    @Ctx() ctx: PropertyContext,
    @Args(() => requests.ReportsArgs) args: requests.ReportsArgs,
  ): Promise<requests.ReportPage> {
    return reports.listReports(ctx, args);
  }

  @Query(() => Report, { description: "Returns a property report with its items." })
  report(
    @Ctx() ctx: PropertyContext,
    @Arg("id", () => ID, { description: "ID of the report." }) id: string,
  ): Promise<Report> {
    return loadReport(ctx, id);
  }

  @Query(() => requests.ReportFile, { description: "Exports a report as a CSV, JSON or HTML file." })
  reportFile(
    @Ctx() ctx: PropertyContext,
    @Args(() => requests.ExportReportArgs) args: requests.ExportReportArgs,
  ): Promise<requests.ReportFile> {
    return reports.exportReport(ctx, args);
  }

  @Mutation(() => Report, {
    description:
      "Creates a report on up to 500 properties with their current scores. Later data does not change it.",
  })
  createReport(
    @Ctx() ctx: PropertyContext,
    @Arg("input", () => requests.CreateReportInput, { description: "Title and properties of the report." })
    input: requests.CreateReportInput,
  ): Promise<Report> {
    return reports.createReport(ctx, input);
  }

  @Mutation(() => Report, {
    description: "Creates a new report on the same properties, with the differences from the previous one.",
  })
  refreshReport(
    @Ctx() ctx: PropertyContext,
    @Arg("id", () => ID, { description: "ID of the report to refresh." }) id: string,
  ): Promise<Report> {
    return reports.refreshReport(ctx, id);
  }

  @Mutation(() => requests.DeletedReport, { description: "Deletes a report permanently." })
  deleteReport(
    @Ctx() ctx: PropertyContext,
    @Arg("id", () => ID, { description: "ID of the report to delete." }) id: string,
  ): Promise<requests.DeletedReport> {
    return reports.deleteReport(ctx, id);
  }

  @FieldResolver(() => [ReportItem], {
    description: "Properties of the report with their scores, in the requested order.",
  })
  items(@Ctx() ctx: PropertyContext, @Root() root: Report): Promise<ReportItem[]> {
    return reports.itemsOf(ctx, root);
  }

  @FieldResolver(() => User, { description: "Account that owns the report." })
  owner(@Root() { ownerId }: Report): User {
    return { id: ownerId };
  }
}

@Resolver(() => ReportItem)
export class ReportItemResolver {
  @FieldResolver(() => Property, {
    nullable: true,
    description: "Property with its current data. Null when it is no longer published.",
  })
  property(@Ctx() ctx: PropertyContext, @Root() { propertyId }: ReportItem): Promise<Property | null> {
    return findProperty(ctx, propertyId);
  }
}
