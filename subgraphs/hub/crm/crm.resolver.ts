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
    description: "Returns the plan's monthly sending and storage quotas, and current usage.",
  })
  crmQuotas(@Ctx() ctx: HubContext): Promise<CrmQuotas> {
    return readQuotas(ctx);
  }

  @Query(() => suppressions.CrmSuppressionPage, {
    description: "Lists addresses that receive no messages, newest first.",
  })
  suppressions(
    @Ctx() ctx: HubContext,
    @Args(() => suppressions.SuppressionsArgs) args: suppressions.SuppressionsArgs,
  ): Promise<suppressions.CrmSuppressionPage> {
    return listSuppressions(ctx, args);
  }

  @Mutation(() => suppressions.CrmSuppression, {
    description: "Adds an address to the suppression list, so that it receives nothing.",
  })
  addSuppression(
    @Ctx() ctx: HubContext,
    @Arg("input", () => suppressions.AddSuppressionInput, { description: "Address to suppress." })
    input: suppressions.AddSuppressionInput,
  ): Promise<suppressions.CrmSuppression> {
    return addSuppression(ctx, input);
  }

  @Mutation(() => suppressions.RemovedCrmSuppression, {
    description:
      "Removes a suppression and records the reason. A suppression after a complaint is permanent.",
  })
  removeSuppression(
    @Ctx() ctx: HubContext,
    @Arg("input", () => suppressions.RemoveSuppressionInput, {
      description: "Suppression to remove, and the reason.",
    })
    input: suppressions.RemoveSuppressionInput,
  ): Promise<suppressions.RemovedCrmSuppression> {
    return removeSuppression(ctx, input);
  }

  @Query(() => templates.EmailTemplatePage, { description: "Lists e-mail templates, newest first." })
  emailTemplates(
    @Ctx() ctx: HubContext,
    @Args(() => templates.EmailTemplatesArgs) args: templates.EmailTemplatesArgs,
  ): Promise<templates.EmailTemplatePage> {
    return listTemplates(ctx, args);
  }

  @Query(() => templates.EmailTemplate, { description: "Returns one e-mail template." })
  emailTemplate(
    @Ctx() ctx: HubContext,
    @Arg("templateId", () => ID, { description: "ID of the template to read." }) templateId: string,
  ): Promise<templates.EmailTemplate> {
    return readTemplate(ctx, templateId);
  }

  @Query(() => templates.EmailTemplatePreview, {
    description: "Renders an e-mail template with sample values. Sends nothing.",
  })
  emailTemplatePreview(
    @Ctx() ctx: HubContext,
    @Args(() => templates.EmailTemplatePreviewArgs) args: templates.EmailTemplatePreviewArgs,
  ): Promise<templates.EmailTemplatePreview> {
    return previewTemplate(ctx, args);
  }

  @Mutation(() => templates.EmailTemplate, { description: "Creates an e-mail template." })
  createEmailTemplate(
    @Ctx() ctx: HubContext,
    @Arg("input", () => templates.CreateEmailTemplateInput, { description: "Template to create." })
    input: templates.CreateEmailTemplateInput,
  ): Promise<templates.EmailTemplate> {
    return createTemplate(ctx, input);
  }

  @Mutation(() => templates.EmailTemplate, { description: "Updates an e-mail template." })
  updateEmailTemplate(
    @Ctx() ctx: HubContext,
    @Arg("input", () => templates.UpdateEmailTemplateInput, {
      description: "Template ID and the fields to change.",
    })
    input: templates.UpdateEmailTemplateInput,
  ): Promise<templates.EmailTemplate> {
    return updateTemplate(ctx, input);
  }

  @Mutation(() => templates.DeletedEmailTemplate, {
    description: "Deletes an e-mail template. Messages already sent are kept.",
  })
  deleteEmailTemplate(
    @Ctx() ctx: HubContext,
    @Arg("input", () => templates.DeleteEmailTemplateInput, { description: "Template to delete." })
    input: templates.DeleteEmailTemplateInput,
  ): Promise<templates.DeletedEmailTemplate> {
    return deleteTemplate(ctx, input.templateId);
  }
}
