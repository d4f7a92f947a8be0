import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { correctForm, voidForm } from "./change-form.service.ts";
import { fileForm } from "./file-form.service.ts";
import { CorrectFormInput, FileFormInput, TaxFormIdInput, TaxFormsArgs } from "./form-input.types.ts";
import { readFormPdf } from "./form-pdf.service.ts";
import { TaxForm, TaxFormPage, TaxFormPdf } from "./form.types.ts";
import { getForm, listForms } from "./read-forms.service.ts";
import { receiveTaxEvent } from "../service/webhook.service.ts";
import { ReceivedTaxEvent, ReceiveTaxEventInput } from "../service/webhook.types.ts";

@Resolver()
export class TaxFormsResolver {
  @Query(() => TaxFormPage, { description: "Tax forms of the caller's account, newest first." })
  taxForms(@Ctx() ctx: HubContext, @Args(() => TaxFormsArgs) args: TaxFormsArgs): Promise<TaxFormPage> {
    return listForms(ctx, args);
  }

  @Query(() => TaxForm, { description: "One tax form, and how far it is." })
  taxForm(@Ctx() ctx: HubContext, @Arg("formId", () => ID) formId: string): Promise<TaxForm> {
    return getForm(ctx, formId);
  }

  @Query(() => TaxFormPdf, { description: "Copy B of a tax form, with a truncated number." })
  taxFormPdf(@Ctx() ctx: HubContext, @Arg("formId", () => ID) formId: string): Promise<TaxFormPdf> {
    return readFormPdf(ctx, formId);
  }

  @Mutation(() => TaxForm, { description: "Files a Form 1099-NEC. The same form is never filed twice." })
  fileTaxForm(
    @Ctx() ctx: HubContext,
    @Arg("input", () => FileFormInput) input: FileFormInput,
  ): Promise<TaxForm> {
    return fileForm(ctx, input);
  }

  @Mutation(() => TaxForm, {
    description: "Corrects an accepted form by a new one linked to it, or sends a rejected one again.",
  })
  correctTaxForm(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CorrectFormInput) input: CorrectFormInput,
  ): Promise<TaxForm> {
    return correctForm(ctx, input);
  }

  @Mutation(() => TaxForm, { description: "Voids an accepted form by a new one linked to it." })
  voidTaxForm(
    @Ctx() ctx: HubContext,
    @Arg("input", () => TaxFormIdInput) input: TaxFormIdInput,
  ): Promise<TaxForm> {
    return voidForm(ctx, input);
  }

  @Mutation(() => ReceivedTaxEvent, {
    description: "Takes in news of the tax-filing provider, which signs it.",
  })
  receiveTaxEvent(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ReceiveTaxEventInput) input: ReceiveTaxEventInput,
  ): Promise<ReceivedTaxEvent> {
    return receiveTaxEvent(ctx, input);
  }
}
