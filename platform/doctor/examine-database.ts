import pg from "pg";
import type { Config } from "../../src/config/config.ts";
import { checkFiles, checkLedger, checkQueue, checkSecrets, checkAuditTrail } from "./contents.ts";
import { examine, type Finding, type Look } from "./finding.ts";
import {
  checkIndexes,
  checkMigrations,
  checkRights,
  checkRoles,
  checkRowSecurity,
  checkSequences,
  checkServer,
} from "./structure.ts";

/**
 * Checks for everything that a restore may have lost or restored wrongly: runs all checks, whatever they find,
 * and changes nothing. Throws when the server does not respond.
 */
export async function examineDatabase(url: string, config: Config): Promise<Finding[]> {
  const options = "-c default_transaction_read_only=on -c app.system=on -c timezone=UTC";
  const client = new pg.Client({ connectionString: url, application_name: "doctor", options });
  await client.connect();
  const looks: [what: string, look: Look][] = [
    ["server", checkServer],
    ["roles", checkRoles],
    ["rights", checkRights],
    ["row security", checkRowSecurity],
    ["migrations", checkMigrations],
    ["sequences", checkSequences],
    ["indexes", checkIndexes],
    ["secrets", (own) => checkSecrets(own, config)],
    ["files", (own) => checkFiles(own, config)],
    ["ledger", checkLedger],
    ["audit trail", () => checkAuditTrail(url)],
    ["queue", checkQueue],
  ];
  const findings: Finding[] = [];
  try {
    for (const [what, look] of looks) findings.push(await examine(what, () => look(client)));
  } finally {
    await client.end();
  }
  return findings;
}
