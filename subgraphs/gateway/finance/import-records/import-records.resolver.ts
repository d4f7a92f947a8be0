import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { FinanceContext } from "../finance.context.ts";
import * as records from "./import-records.service.ts";
import * as types from "./import-records.types.ts";

@Resolver()
export class FinanceImportRecordsResolver {
  @Query(() => types.ImportBatchPage, { description: "Lists imports of statements, newest first." })
  importBatches(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.ImportBatchesArgs) args: types.ImportBatchesArgs,
  ): Promise<types.ImportBatchPage> {
    return records.listImportBatches(ctx, args);
  }

  @Query(() => types.ImportMappingList, {
    description: "Lists the saved columns and formats of an account's statements.",
  })
  importMappings(
    @Ctx() ctx: FinanceContext,
    @Args(() => types.ImportMappingsArgs) args: types.ImportMappingsArgs,
  ): Promise<types.ImportMappingList> {
    return records.listImportMappings(ctx, args);
  }

  @Mutation(() => types.ImportMapping, {
    description: "Saves columns and formats of an account's statements for later imports.",
  })
  saveImportMapping(
    @Ctx() ctx: FinanceContext,
    @Arg("input", () => types.SaveImportMappingInput, { description: "Account, name and mapping." })
    input: types.SaveImportMappingInput,
  ): Promise<types.ImportMapping> {
    return records.saveImportMapping(ctx, input);
  }
}
