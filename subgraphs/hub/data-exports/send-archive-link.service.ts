import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { pathOfLink, signFileLink } from "../files/file-link.ts";
import { readLinkVersion } from "../files/file.rows.ts";
import type { HubContext } from "../hub.context.ts";
import type { DataExportRow } from "./data-export.rows.ts";

/**
 * Mails the link of an archive to the person who asked for it, if that address is verified. Safe to run again: mailboxes
 * recognize the message. Throws when the mail server does not take it now.
 */
export async function mailArchiveLink(ctx: HubContext, row: DataExportRow): Promise<void> {
  const found = await asSystem(ctx.em, async (em) => {
    const sql = "SELECT email FROM users WHERE id = $1 AND email_verified AND deleted_at IS NULL";
    const [person] = await executeSql<{ email: string | null }>(em, sql, [row.requestedBy]);
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
