import { accountRoles, rightsOf } from "../../../src/access/roles.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { pathOfLink, signFileLink } from "../files/file-link.ts";
import { readLinkVersion } from "../files/file.rows.ts";
import type { HubContext } from "../hub.context.ts";
import type { DataExportRow } from "./data-export.rows.ts";

/** Roles that may export; `$2` is the account. A person who has lost the role since gets no link. */
const recipientSql = `SELECT u.email FROM users u WHERE u.id = $1 AND u.email_verified AND u.deleted_at IS NULL
  AND (u.id = $2 OR EXISTS (
    SELECT 1 FROM account_members m WHERE m.owner_id = $2 AND m.user_id = u.id AND m.role = ANY ($3)))`;
const exportingRoles = accountRoles.filter((role) => rightsOf(role).includes("administer"));

/**
 * Mails the link of an archive to the person who asked for it, if that address is verified and the person may still export
 * the account. Safe to run again: mailboxes recognize the message. Throws when the mail server does not take it now.
 */
export async function mailArchiveLink(ctx: HubContext, row: DataExportRow): Promise<void> {
  const found = await asSystem(ctx.em, async (em) => {
    const parameters = [row.requestedBy, row.ownerId, exportingRoles];
    const [person] = await executeSql<{ email: string | null }>(em, recipientSql, parameters);
    return { to: person?.email ?? null, version: await readLinkVersion(em, row.fileId) };
  });
  const expiresAt = new Date(row.expiresAt!);
  if (found.to !== null) {
    const { signingKeys } = ctx.ports.files;
    const link = pathOfLink(signFileLink(signingKeys, row.fileId, expiresAt, { version: found.version }));
    const outcome = await ctx.ports.mail.send({
      messageId: `<${row.id}@hub-platform>`,
      to: found.to,
      subject: "Your data export is ready",
      text: `The data export that you requested on ${new Date(row.createdAt).toISOString()} is ready.

Download the ZIP archive: ${ctx.publicUrl}${link}

The link is valid until ${expiresAt.toISOString()}. Anyone with the link can open the archive: do not forward this mail.
To delete the archive earlier, send: DELETE ${ctx.publicUrl}/account/data-exports/${row.id}
`,
    });
    if (outcome === "refused")
      ctx.log.warn({ exportId: row.id }, "The mail server refused a data export's link");
  }
  const sql = "UPDATE data_exports SET mailed_at = $2 WHERE id = $1 AND mailed_at IS NULL";
  await asSystem(ctx.em, (em) => executeSql(em, sql, [row.id, ctx.clock.now()]));
}
