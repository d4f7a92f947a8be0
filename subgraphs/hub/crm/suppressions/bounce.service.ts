import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { suppress } from "./suppressions.service.ts";

/** This many soft bounces within the span suppress the address. */
const softBounces = 5;
const spanMs = 30 * 24 * 60 * 60 * 1000;

/** A mail server's report about one message. */
export interface BounceReport {
  /** Dedupe key of the report. */
  id: string;
  ownerId: string;
  messageId: string;
  address: string;
  kind: "delivered" | "soft_bounce" | "hard_bounce" | "complaint";
}

/**
 * Stores the report and applies it to the address: a hard bounce or a complaint suppresses all mail to it, the fifth
 * soft bounce within 30 days too. Returns whether the report is new.
 */
export async function recordBounce(em: EntityManager, report: BounceReport, now: Date): Promise<boolean> {
  const { id, ownerId, messageId, address, kind } = report;
  const added = await executeSql(
    em,
    `INSERT INTO crm_delivery_reports (id, owner_id, message_id, address, kind, at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [id, ownerId, messageId, address, kind, now],
  );
  if (added.length === 0) return false;
  const entry = { ownerId, channel: "email" as const, address, source: "mail server", now };
  if (kind === "hard_bounce") await suppress(em, { ...entry, reason: "hard_bounce" });
  if (kind === "complaint") await suppress(em, { ...entry, reason: "complaint" });
  if (kind === "soft_bounce" && (await countSoft(em, { ownerId, address, now })) >= softBounces)
    await suppress(em, { ...entry, reason: "soft_bounces" });
  return true;
}

async function countSoft(
  em: EntityManager,
  { ownerId, address, now }: { ownerId: string; address: string; now: Date },
): Promise<number> {
  const [row] = await executeSql<{ count: number }>(
    em,
    `SELECT count(*)::int AS count FROM crm_delivery_reports
     WHERE owner_id = $1 AND address = $2 AND kind = 'soft_bounce' AND at > $3`,
    [ownerId, address, new Date(now.getTime() - spanMs)],
  );
  return row!.count;
}
