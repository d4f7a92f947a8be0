import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { correctForm, voidForm } from "./change-form.service.ts";
import { fileForm } from "./file-form.service.ts";
import { CorrectFormInput, FileFormInput, TaxFormIdInput, TaxFormsArgs } from "./form-input.types.ts";
import { readFormPdf } from "./form-pdf.service.ts";
import { TaxForm, TaxFormPage, TaxFormPdf } from "./form.types.ts";
import { getForm, listForms } from "./read-forms.service.ts";
import { receiveTaxBanditsEvent } from "../service/taxbandits-webhook.service.ts";
import { receiveTaxEvent } from "../service/webhook.service.ts";
import {
  ReceivedTaxBanditsEvent,
  ReceivedTaxEvent,
  ReceiveTaxBanditsEventInput,
  ReceiveTaxEventInput,
} from "../service/webhook.types.ts";

@Resolver()
export class TaxFormsResolver {
  @Query(() => TaxFormPage, { description: "Lists tax forms of the account, newest first." })
  taxForms(@Ctx() ctx: HubContext, @Args(() => TaxFormsArgs) args: TaxFormsArgs): Promise<TaxFormPage> {
    return listForms(ctx, args);
  }

  @Query(() => TaxForm, { description: "Returns one tax form with its filing status." })
  taxForm(
    @Ctx() ctx: HubContext,
    @Arg("formId", () => ID, { description: "ID of the tax form to read." }) formId: string,
  ): Promise<TaxForm> {
    return getForm(ctx, formId);
  }

  @Query(() => TaxFormPdf, {
    description: "Returns Copy B of a tax form as a PDF, with a masked tax number.",
  })
  taxFormPdf(
    @Ctx() ctx: HubContext,
    @Arg("formId", () => ID, { description: "ID of the tax form to print." }) formId: string,
  ): Promise<TaxFormPdf> {
    return readFormPdf(ctx, formId);
  }

  @Mutation(() => TaxForm, { description: "Files a Form 1099-NEC. The same form is never filed twice." })
  fileTaxForm(
    @Ctx() ctx: HubContext,
    @Arg("input", () => FileFormInput, { description: "Form to file." }) input: FileFormInput,
  ): Promise<TaxForm> {
    return fileForm(ctx, input);
  }

  @Mutation(() => TaxForm, {
    description: "Corrects an accepted form with a new linked form, or resubmits a rejected one.",
  })
  correctTaxForm(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CorrectFormInput, { description: "Form ID and the corrected fields." })
    input: CorrectFormInput,
  ): Promise<TaxForm> {
    return correctForm(ctx, input);
  }

  @Mutation(() => TaxForm, { description: "Voids an accepted form with a new linked form." })
  voidTaxForm(
    @Ctx() ctx: HubContext,
    @Arg("input", () => TaxFormIdInput, { description: "Form to void." }) input: TaxFormIdInput,
  ): Promise<TaxForm> {
    return voidForm(ctx, input);
  }

  @Mutation(() => ReceivedTaxEvent, {
    description: "Receives a signed webhook of the tax-filing provider.",
  })
  receiveTaxEvent(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ReceiveTaxEventInput, { description: "Signed webhook request." })
    input: ReceiveTaxEventInput,
  ): Promise<ReceivedTaxEvent> {
    return receiveTaxEvent(ctx, input);
  }

  @Mutation(() => ReceivedTaxBanditsEvent, {
    description: "Receives a signed webhook of TaxBandits about the status of forms.",
  })
  receiveTaxBanditsEvent(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ReceiveTaxBanditsEventInput, { description: "Signed webhook request." })
    input: ReceiveTaxBanditsEventInput,
  ): Promise<ReceivedTaxBanditsEvent> {
    return receiveTaxBanditsEvent(ctx, input);
  }
}
