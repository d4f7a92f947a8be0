import pg from "pg";
import type { Config } from "../../src/config/config.ts";
import { lookAtFiles, lookAtLedger, lookAtQueue, lookAtSecrets, lookAtTrail } from "./contents.ts";
import { examine, type Finding, type Look } from "./finding.ts";
import {
  lookAtIndexes,
  lookAtMigrations,
  lookAtRights,
  lookAtRoles,
  lookAtRowSecurity,
  lookAtSequences,
  lookAtServer,
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
    ["server", lookAtServer],
    ["roles", lookAtRoles],
    ["rights", lookAtRights],
    ["row security", lookAtRowSecurity],
    ["migrations", lookAtMigrations],
    ["sequences", lookAtSequences],
    ["indexes", lookAtIndexes],
    ["secrets", (own) => lookAtSecrets(own, config)],
    ["files", (own) => lookAtFiles(own, config)],
    ["ledger", lookAtLedger],
    ["audit trail", () => lookAtTrail(url)],
    ["queue", lookAtQueue],
  ];
  const findings: Finding[] = [];
  try {
    for (const [what, look] of looks) findings.push(await examine(what, () => look(client)));
  } finally {
    await client.end();
  }
  return findings;
}
