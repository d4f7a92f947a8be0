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
    description: "The account's reports, newest first, without their items.",
  })
  reports(
    @Ctx() ctx: PropertyContext,
    @Args(() => requests.ReportsArgs) args: requests.ReportsArgs,
  ): Promise<requests.ReportPage> {
    return reports.listReports(ctx, args);
  }

  @Query(() => Report, { description: "One report with its items." })
  report(@Ctx() ctx: PropertyContext, @Arg("id", () => ID) id: string): Promise<Report> {
    return loadReport(ctx, id);
  }

  @Query(() => requests.ReportFile, { description: "A report as a CSV, JSON or HTML file." })
  reportFile(
    @Ctx() ctx: PropertyContext,
    @Args(() => requests.ExportReportArgs) args: requests.ExportReportArgs,
  ): Promise<requests.ReportFile> {
    return reports.exportReport(ctx, args);
  }

  @Mutation(() => Report, {
    description:
      "Makes a report of up to 500 properties with their scores as they are now. Later data never change it.",
  })
  createReport(
    @Ctx() ctx: PropertyContext,
    @Arg("input", () => requests.CreateReportInput) input: requests.CreateReportInput,
  ): Promise<Report> {
    return reports.createReport(ctx, input);
  }

  @Mutation(() => Report, {
    description:
      "Makes a new report of the same properties, with what has changed since the one it supersedes.",
  })
  refreshReport(@Ctx() ctx: PropertyContext, @Arg("id", () => ID) id: string): Promise<Report> {
    return reports.refreshReport(ctx, id);
  }

  @Mutation(() => requests.DeletedReport, { description: "Removes a report for good." })
  deleteReport(
    @Ctx() ctx: PropertyContext,
    @Arg("id", () => ID) id: string,
  ): Promise<requests.DeletedReport> {
    return reports.deleteReport(ctx, id);
  }

  @FieldResolver(() => [ReportItem], { description: "Its properties, in the order that was asked for." })
  items(@Ctx() ctx: PropertyContext, @Root() root: Report): Promise<ReportItem[]> {
    return reports.itemsOf(ctx, root);
  }

  @FieldResolver(() => User, { description: "The account that it belongs to." })
  owner(@Root() { ownerId }: Report): User {
    return { id: ownerId };
  }
}

@Resolver(() => ReportItem)
export class ReportItemResolver {
  @FieldResolver(() => Property, {
    nullable: true,
    description: "The property as it is now; null when it is no longer published.",
  })
  property(@Ctx() ctx: PropertyContext, @Root() { propertyId }: ReportItem): Promise<Property | null> {
    return findProperty(ctx, propertyId);
  }
}
