import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";

const keepReportsMs = 90 * 24 * 60 * 60 * 1000;

/** Tables with personal data; counters stay. */
const personal = ["crm_consents", "crm_contacts", "crm_suppressions", "crm_templates", "crm_imports"];

/** Deletes contacts and all that belongs to them of accounts that are erased, and imports that are long over. */
export async function eraseCrmData(ctx: HubContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keepReportsMs);
  await asSystem(ctx.em, async (em) => {
    for (const table of personal)
      await executeSql(
        em,
        `DELETE FROM ${table} WHERE owner_id IN (SELECT id FROM users WHERE erased_at IS NOT NULL)`,
      );
    await executeSql(
      em,
      "DELETE FROM crm_contact_counts WHERE owner_id IN (SELECT id FROM users WHERE erased_at IS NOT NULL)",
    );
    await executeSql(em, "DELETE FROM crm_imports WHERE finished_at < $1", [before]);
  });
}
