import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { CrmQuotas } from "./campaigns/quota.types.ts";
import { readQuotas } from "./campaigns/quotas.service.ts";
import {
  addSuppression,
  listSuppressions,
  removeSuppression,
} from "./suppressions/suppression-list.service.ts";
import * as suppressions from "./suppressions/suppression.types.ts";
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  previewTemplate,
  readTemplate,
  updateTemplate,
} from "./templates/template-changes.service.ts";
import * as templates from "./templates/template.types.ts";

@Resolver()
export class CrmResolver {
  @Query(() => CrmQuotas, {
    description: "What the account's plan allows to send in this month and to keep, and what of it is gone.",
  })
  crmQuotas(@Ctx() ctx: HubContext): Promise<CrmQuotas> {
    return readQuotas(ctx);
  }

  @Query(() => suppressions.CrmSuppressionPage, {
    description: "Addresses that nothing goes to, the newest first.",
  })
  suppressions(
    @Ctx() ctx: HubContext,
    @Args(() => suppressions.SuppressionsArgs) args: suppressions.SuppressionsArgs,
  ): Promise<suppressions.CrmSuppressionPage> {
    return listSuppressions(ctx, args);
  }

  @Mutation(() => suppressions.CrmSuppression, { description: "Lets nothing go to an address any more." })
  addSuppression(
    @Ctx() ctx: HubContext,
    @Arg("input", () => suppressions.AddSuppressionInput) input: suppressions.AddSuppressionInput,
  ): Promise<suppressions.CrmSuppression> {
    return addSuppression(ctx, input);
  }

  @Mutation(() => suppressions.RemovedCrmSuppression, {
    description: "Ends a suppression, for a reason that is kept. One after a complaint stays for good.",
  })
  removeSuppression(
    @Ctx() ctx: HubContext,
    @Arg("input", () => suppressions.RemoveSuppressionInput) input: suppressions.RemoveSuppressionInput,
  ): Promise<suppressions.RemovedCrmSuppression> {
    return removeSuppression(ctx, input);
  }

  @Query(() => templates.EmailTemplatePage, { description: "Templates of mails, the newest first." })
  emailTemplates(
    @Ctx() ctx: HubContext,
    @Args(() => templates.EmailTemplatesArgs) args: templates.EmailTemplatesArgs,
  ): Promise<templates.EmailTemplatePage> {
    return listTemplates(ctx, args);
  }

  @Query(() => templates.EmailTemplate, { description: "One template of a mail." })
  emailTemplate(
    @Ctx() ctx: HubContext,
    @Arg("templateId", () => ID) templateId: string,
  ): Promise<templates.EmailTemplate> {
    return readTemplate(ctx, templateId);
  }

  @Query(() => templates.EmailTemplatePreview, {
    description: "What a template looks like with these variables. Sends nothing.",
  })
  emailTemplatePreview(
    @Ctx() ctx: HubContext,
    @Args(() => templates.EmailTemplatePreviewArgs) args: templates.EmailTemplatePreviewArgs,
  ): Promise<templates.EmailTemplatePreview> {
    return previewTemplate(ctx, args);
  }

  @Mutation(() => templates.EmailTemplate, { description: "Keeps a mail that is to be sent to many." })
  createEmailTemplate(
    @Ctx() ctx: HubContext,
    @Arg("input", () => templates.CreateEmailTemplateInput) input: templates.CreateEmailTemplateInput,
  ): Promise<templates.EmailTemplate> {
    return createTemplate(ctx, input);
  }

  @Mutation(() => templates.EmailTemplate, { description: "Changes what is given of a template." })
  updateEmailTemplate(
    @Ctx() ctx: HubContext,
    @Arg("input", () => templates.UpdateEmailTemplateInput) input: templates.UpdateEmailTemplateInput,
  ): Promise<templates.EmailTemplate> {
    return updateTemplate(ctx, input);
  }

  @Mutation(() => templates.DeletedEmailTemplate, { description: "Deletes a template." })
  deleteEmailTemplate(
    @Ctx() ctx: HubContext,
    @Arg("input", () => templates.DeleteEmailTemplateInput) input: templates.DeleteEmailTemplateInput,
  ): Promise<templates.DeletedEmailTemplate> {
    return deleteTemplate(ctx, input.templateId);
  }
}
