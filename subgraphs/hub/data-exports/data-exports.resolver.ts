import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { DataExport, DataExportInput, DataExportList, ExportMyDataInput } from "./data-export.types.ts";
import { cancelDataExport, exportMyData, listDataExports, readDataExport } from "./data-exports.service.ts";

@Resolver()
export class DataExportsResolver {
  @Query(() => DataExportList, { description: "Lists the data exports of the account, newest first." })
  dataExports(@Ctx() ctx: HubContext): Promise<DataExportList> {
    return listDataExports(ctx);
  }

  @Query(() => DataExport, { description: "Returns one data export with its progress and download link." })
  dataExport(
    @Ctx() ctx: HubContext,
    @Arg("exportId", () => ID, { description: "ID of the export." }) exportId: string,
  ): Promise<DataExport> {
    return readDataExport(ctx, exportId);
  }

  @Mutation(() => DataExport, {
    description:
      "Exports all data of the account into a ZIP archive. It has each table as JSON Lines and CSV, and the stored files. A mail with a link follows. The archive is kept for 7 days.",
  })
  exportMyData(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ExportMyDataInput) input: ExportMyDataInput,
  ): Promise<DataExport> {
    return exportMyData(ctx, input);
  }

  @Mutation(() => DataExport, {
    description: "Cancels a running data export, or deletes the archive of a finished one.",
  })
  cancelDataExport(
    @Ctx() ctx: HubContext,
    @Arg("input", () => DataExportInput) input: DataExportInput,
  ): Promise<DataExport> {
    return cancelDataExport(ctx, input.exportId);
  }
}
