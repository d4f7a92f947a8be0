import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { rowCursors, rowEnd } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { contactNotFound, templateNotFound, versionConflict } from "../crm.errors.ts";
import { findContacts } from "../contacts/contacts.service.ts";
import { contactVariables } from "./template-variables.ts";
import { sanitizeMailHtml } from "./template-html.ts";
import { renderTemplate, templateFaults, variablesOf } from "./template.ts";
import type {
  CreateEmailTemplateInput,
  DeletedEmailTemplate,
  EmailTemplate,
  EmailTemplatePage,
  EmailTemplatePreview,
  EmailTemplatePreviewArgs,
  EmailTemplatesArgs,
  UpdateEmailTemplateInput,
} from "./template.types.ts";
import { requireTemplate, selectTemplates, type TemplateRow } from "./templates.service.ts";

/** The most templates of an account. */
const maxTemplates = 500;
const maxVariables = 100;

/**
 * Creates a template with sanitised HTML. Throws 400 for braces that are no merge tag, INVALID_STATE for a name in use
 * or beyond 500 templates. Idempotent by the idempotency key.
 */
export async function createTemplate(
  ctx: HubContext,
  input: CreateEmailTemplateInput,
): Promise<EmailTemplate> {
  const { name, subject, htmlBody, textBody = null } = input;
  refuse(templateFaults({ subject, htmlBody, textBody }));
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "createEmailTemplate", input }, async (em) => {
    await lockTemplates(em, ownerId);
    const count =
      "SELECT count(*)::int AS held FROM crm_templates WHERE owner_id = $1 AND deleted_at IS NULL";
    const [row] = await executeSql<{ held: number }>(em, count, [ownerId]);
    if (row!.held >= maxTemplates) throw tooMany();
    await requireFreeName(em, ownerId, name.trim(), null);
    const templateId = newId("tpl");
    await executeSql(
      em,
      `INSERT INTO crm_templates (id, owner_id, name, subject, html_body, text_body, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [templateId, ownerId, name.trim(), subject.trim(), sanitizeMailHtml(htmlBody), textBody, now],
    );
    return showTemplate(await requireTemplate(em, { ownerId, templateId }));
  });
}

/** Updates the given fields. Throws as `createTemplate` does, TEMPLATE_NOT_FOUND, and VERSION_CONFLICT. */
export async function updateTemplate(
  ctx: HubContext,
  input: UpdateEmailTemplateInput,
): Promise<EmailTemplate> {
  const { templateId, name, subject, htmlBody, textBody, version } = input;
  refuse(nullFaults(input));
  refuse(templateFaults({ subject: subject ?? "", htmlBody: htmlBody ?? "", textBody: textBody ?? null }));
  const ownerId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation: "updateEmailTemplate", input }, async (em) => {
    await lockTemplates(em, ownerId);
    const row = await requireTemplate(em, { ownerId, templateId, forUpdate: true });
    if (version !== undefined && version !== null && version !== row.version)
      throw versionConflict(row.version);
    if (name) await requireFreeName(em, ownerId, name.trim(), templateId);
    await executeSql(
      em,
      `UPDATE crm_templates SET name = $2, subject = $3, html_body = $4, text_body = $5, version = version + 1,
         updated_at = $6 WHERE id = $1`,
      [
        templateId,
        name?.trim() ?? row.name,
        subject?.trim() ?? row.subject,
        htmlBody ? sanitizeMailHtml(htmlBody) : row.htmlBody,
        textBody === undefined ? row.textBody : textBody,
        ctx.clock.now(),
      ],
    );
    return showTemplate(await requireTemplate(em, { ownerId, templateId }));
  });
}

/** Deletes a template. Again, it answers the same. Throws TEMPLATE_NOT_FOUND. */
export async function deleteTemplate(ctx: HubContext, templateId: string): Promise<DeletedEmailTemplate> {
  const ownerId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation: "deleteEmailTemplate", input: { templateId } }, async (em) => {
    const [row] = await executeSql<{ deletedAt: string }>(
      em,
      `UPDATE crm_templates SET deleted_at = COALESCE(deleted_at, $3), subject = '', html_body = '', text_body = NULL
       WHERE owner_id = $1 AND id = $2 RETURNING deleted_at AS "deletedAt"`,
      [ownerId, templateId, ctx.clock.now()],
    );
    if (!row) throw templateNotFound();
    return { templateId, deletedAt: new Date(row.deletedAt) };
  });
}

/** The caller's templates, the newest first. Throws INVALID_CURSOR. */
export async function listTemplates(ctx: HubContext, args: EmailTemplatesArgs): Promise<EmailTemplatePage> {
  const { limit } = args;
  const cursors = rowCursors(ctx, ["templates"]);
  const after = cursors.decode(args.cursor);
  const { ownerId } = ctx.principal;
  return inTransaction(
    ctx,
    async (em) => {
      const count =
        "SELECT count(*)::int AS total FROM crm_templates WHERE owner_id = $1 AND deleted_at IS NULL";
      const [counted] = await executeSql<{ total: number }>(em, count, [ownerId]);
      const found = await selectTemplates(
        em,
        `owner_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3)) ORDER BY created_at DESC, id DESC LIMIT $4`,
        [ownerId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      );
      const { rows, nextCursor } = cutPage(found, limit, cursors, rowEnd);
      return { templates: rows.map(showTemplate), nextCursor, total: counted?.total ?? 0 };
    },
    { readOnly: true },
  );
}

/** One template of the caller. Throws TEMPLATE_NOT_FOUND. */
export async function readTemplate(ctx: HubContext, templateId: string): Promise<EmailTemplate> {
  const ownerId = ctx.principal.ownerId ?? "";
  return showTemplate(
    await inTransaction(ctx, (em) => requireTemplate(em, { ownerId, templateId }), { readOnly: true }),
  );
}

/** Renders a template for a contact. Sends nothing. Throws TEMPLATE_NOT_FOUND and CONTACT_NOT_FOUND. */
export async function previewTemplate(
  ctx: HubContext,
  { templateId, contactId, variables }: EmailTemplatePreviewArgs,
): Promise<EmailTemplatePreview> {
  const ownerId = ctx.principal.ownerId ?? "";
  const given = variables ?? {};
  if (Object.keys(given).length > maxVariables)
    refuse([{ path: "variables", message: `must have at most ${maxVariables} variables`, rule: "maxItems" }]);
  return inTransaction(
    ctx,
    async (em) => {
      const template = await requireTemplate(em, { ownerId, templateId });
      const contact = contactId
        ? (await findContacts(em, { ownerId, contactIds: [contactId] })).get(contactId)
        : null;
      if (contact === undefined) throw contactNotFound();
      const own = contact ? contactVariables(contact) : {};
      return { templateId, ...renderTemplate(template, { ...own, ...given }) };
    },
    { readOnly: true },
  );
}

function showTemplate({ id: templateId, ...row }: TemplateRow): EmailTemplate {
  return { templateId, ...row, variables: variablesOf(row) };
}

/** Changes of names and numbers of an account's templates, one after the other. */
async function lockTemplates(em: EntityManager, ownerId: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`crm-templates ${ownerId}`]);
}

async function requireFreeName(
  em: EntityManager,
  ownerId: string,
  name: string,
  ownId: string | null,
): Promise<void> {
  const [other] = await selectTemplates(em, "owner_id = $1 AND lower(name) = lower($2)", [ownerId, name]);
  if (!other || other.id === ownId) return;
  throw new DomainError("INVALID_STATE", "Another template already has this name. Choose a different name.", {
    reason: "name_taken",
    templateId: other.id,
  });
}

function tooMany(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `The account already has ${maxTemplates} templates, the maximum. Delete one first.`,
    {
      limit: maxTemplates,
    },
  );
}

/** Null takes a text away, and nothing else. */
function nullFaults(input: UpdateEmailTemplateInput): FieldFault[] {
  return (["name", "subject", "htmlBody"] as const).flatMap((path) =>
    input[path] === null ? [{ path, message: "must not be null", rule: "required" }] : [],
  );
}

function refuse(faults: FieldFault[]): void {
  if (faults.length > 0) throw validationError(faults);
}
