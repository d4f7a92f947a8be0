import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { prepareForm940 } from "./form-940.service.ts";
import * as form940 from "./form-940.types.ts";
import { prepareForm941 } from "./form-941.service.ts";
import { prepareFormW3 } from "./form-w3.service.ts";
import { FormW3, FormW3Args } from "./form-w3.types.ts";
import { listLiabilities, readJournal, summarisePayroll } from "./reports.service.ts";
import * as types from "./reports.types.ts";
import { createW2File } from "./efw2.service.ts";
import { CreateW2FileInput, W2File } from "./efw2.types.ts";
import { createNewHireFile } from "./new-hires.service.ts";
import { CreateNewHireFileInput, NewHireFile } from "./new-hires.types.ts";
import { generateW2 } from "./w2.service.ts";
import * as w2 from "./w2.types.ts";
import { generate1099Nec } from "./form-1099.service.ts";
import { Form1099NecList, Generate1099NecInput } from "./form-1099.types.ts";

@Resolver()
export class PayrollReportsResolver {
  @Query(() => types.PayrollJournal, {
    description: "Returns the double-entry journal of a payroll run, for bookkeeping.",
  })
  payrollJournal(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.JournalArgs) args: types.JournalArgs,
  ): Promise<types.PayrollJournal> {
    return readJournal(ctx, args.runId);
  }

  @Query(() => types.TaxLiabilities, {
    description: "Lists payroll taxes owed: agency, amount, due date and deposits.",
  })
  taxLiabilities(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.LiabilitiesArgs) args: types.LiabilitiesArgs,
  ): Promise<types.TaxLiabilities> {
    return listLiabilities(ctx, args);
  }

  @Query(() => types.Form941, { description: "Prepares Form 941 for a quarter from its payslips." })
  form941(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.Form941Args) args: types.Form941Args,
  ): Promise<types.Form941> {
    return prepareForm941(ctx, args);
  }

  @Query(() => form940.Form940, {
    description: "Prepares Form 940, the federal unemployment tax return of a year, from its payslips.",
  })
  form940(
    @Ctx() ctx: GatewayContext,
    @Args(() => form940.Form940Args) args: form940.Form940Args,
  ): Promise<form940.Form940> {
    return prepareForm940(ctx, args);
  }

  @Query(() => FormW3, {
    description: "Prepares Form W-3, the sums of a year's Forms W-2, from its payslips.",
  })
  formW3(@Ctx() ctx: GatewayContext, @Args(() => FormW3Args) args: FormW3Args): Promise<FormW3> {
    return prepareFormW3(ctx, args);
  }

  @Query(() => types.PayrollSummary, {
    description: "Returns the payroll cost of a date range, by department, employee or month.",
  })
  payrollSummary(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.PayrollSummaryArgs) args: types.PayrollSummaryArgs,
  ): Promise<types.PayrollSummary> {
    return summarisePayroll(ctx, args);
  }

  @Mutation(() => w2.W2List, {
    description: "Generates Forms W-2 for a year. Changed wages produce a correction (W-2c).",
  })
  generateW2(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => w2.GenerateW2Input, { description: "Year and employees to generate statements for." })
    input: w2.GenerateW2Input,
  ): Promise<w2.W2List> {
    return generateW2(ctx, input);
  }

  @Mutation(() => Form1099NecList, {
    description:
      "Generates Forms 1099-NEC of a year for contractors at or above its threshold. Files nothing.",
  })
  generate1099Nec(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => Generate1099NecInput, { description: "Year and contractors to generate forms for." })
    input: Generate1099NecInput,
  ): Promise<Form1099NecList> {
    return generate1099Nec(ctx, input);
  }

  @Mutation(() => W2File, {
    description:
      "Creates the file of a year's Forms W-2 for the Social Security Administration. The platform sends it nowhere.",
  })
  createW2File(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => CreateW2FileInput, { description: "Year, and who sends the file." })
    input: CreateW2FileInput,
  ): Promise<W2File> {
    return createW2File(ctx, input);
  }

  @Mutation(() => NewHireFile, {
    description:
      "Creates a file of new employees for the report to a state's directory of new hires. The platform sends it nowhere.",
  })
  createNewHireFile(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => CreateNewHireFileInput, { description: "Start dates to report." })
    input: CreateNewHireFileInput,
  ): Promise<NewHireFile> {
    return createNewHireFile(ctx, input);
  }
}
