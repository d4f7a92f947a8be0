import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { writeReportFile } from "./report-file.service.ts";
import { AccountingReportFile, AccountingReportFileArgs } from "./report-file.types.ts";

@Resolver()
export class ReportFilesResolver {
  @Query(() => AccountingReportFile, { description: "Returns a report of the books as a CSV or PDF file." })
  accountingReportFile(
    @Ctx() ctx: HubContext,
    @Args(() => AccountingReportFileArgs) args: AccountingReportFileArgs,
  ): Promise<AccountingReportFile> {
    return writeReportFile(ctx, args);
  }
}
