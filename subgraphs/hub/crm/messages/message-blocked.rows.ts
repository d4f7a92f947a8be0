import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { Category } from "../campaigns/campaign.types.ts";
import type { Channel } from "../contacts/contact-address.ts";
import { suppressedAmong, type SuppressionReason } from "../suppressions/suppressions.service.ts";

/** Recipients of messages of one category and channel. */
export interface Audience {
  ownerId: string;
  channel: Channel;
  category: Category;
  addresses: readonly string[];
}

/**
 * Which of these folded addresses must not receive messages or calls. An unsubscribed e-mail address still receives
 * transactional messages; a number that said STOP to texts receives none.
 */
export async function blockedAmong(
  em: EntityManager,
  { ownerId, channel, category, addresses }: Audience,
): Promise<Map<string, SuppressionReason>> {
  const blocked = await suppressedAmong(em, { ownerId, channel, addresses });
  if (channel !== "email" || category === "marketing") return blocked;
  const optedOut = [...blocked].flatMap(([address, reason]) => (reason === "unsubscribed" ? [address] : []));
  const rows = await executeSql<{ address: string }>(
    em,
    `SELECT DISTINCT address FROM crm_suppressions WHERE owner_id = $1 AND channel = $2 AND address = ANY($3)
       AND reason <> 'unsubscribed' AND removed_at IS NULL`,
    [ownerId, channel, optedOut],
  );
  const otherwise = new Set(rows.map(({ address }) => address));
  for (const address of optedOut) if (!otherwise.has(address)) blocked.delete(address);
  return blocked;
}
