import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { accountIndex, healthyColumns, subjectPlace, tokenColumns } from "./connection-tokens.ts";
import { selectConnections, updateConnection } from "./connection.rows.ts";
import type { OauthGrant } from "./oauth.port.ts";

/** An authorization that a person has come back from. */
export interface TakenFlow {
  id: string;
  ownerId: string;
  appId: string;
  provider: string;
  redirectUri: string;
  returnUrl: string;
  scopes: string[];
  secretsSealed: string;
}

/**
 * Stores a grant in the open transaction, as the account's one connection of the app and the provider, whose id stays
 * when it is connected again. Returns its id. When a provider issues no second refresh token for an account, the first
 * one stays valid. The company is the one that the service has named beside the code.
 */
export async function storeGrant(
  ctx: HubContext,
  em: EntityManager,
  flow: TakenFlow,
  grant: OauthGrant & { companyId: string | null },
): Promise<string> {
  const { keyRing } = ctx.ports;
  const now = ctx.clock.now();
  const subject = grant.subject === null ? null : `${flow.provider} ${grant.subject}`;
  const fingerprints: readonly string[] = subject === null ? [] : keyRing.blindIndexes(accountIndex, subject);
  const columnsFor = (id: string, kept: string | null) => ({
    ...tokenColumns(keyRing, grant, { id, kept, now }),
    ...healthyColumns,
    requested_scopes: flow.scopes,
    scopes: grant.scopes ?? flow.scopes,
    account_label: grant.accountLabel,
    account_fingerprint: fingerprints[0] ?? null,
    account_subject_sealed: subject === null ? null : keyRing.seal(subject, subjectPlace(id)),
    company_id: grant.companyId,
    last_refreshed_at: null,
    updated_at: now,
  });
  for (;;) {
    const where = "c.owner_id = $1 AND c.app_id = $2 AND c.provider = $3 AND c.status <> 'ended' FOR UPDATE";
    const [known] = await selectConnections(em, where, [flow.ownerId, flow.appId, flow.provider]);
    if (known) {
      const isSame = known.accountFingerprint !== null && fingerprints.includes(known.accountFingerprint);
      const columns = columnsFor(known.id, isSame ? known.refreshTokenSealed : null);
      await updateConnection(em, known.id, { ...columns, token_version: known.tokenVersion + 1 });
      return known.id;
    }
    const id = newId("ocn");
    const { ownerId: owner_id, appId: app_id, provider } = flow;
    const row = { id, owner_id, app_id, provider, created_at: now, ...columnsFor(id, null) };
    if (await insertConnection(em, row)) return id;
  }
}

/** False when another authorization has inserted the same connection. */
async function insertConnection(em: EntityManager, row: Record<string, unknown>): Promise<boolean> {
  const places = Object.keys(row).map((_name, index) => `$${index + 1}`);
  const sql = `INSERT INTO oauth_connections (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})
    ON CONFLICT DO NOTHING RETURNING 1`;
  return (await executeSql(em, sql, Object.values(row))).length > 0;
}
