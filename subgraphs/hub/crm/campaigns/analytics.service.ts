import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { ratesOf, sumTotals } from "./analytics-rates.ts";
import type { CrmAnalytics, CrmAnalyticsArgs, CrmDay } from "./analytics.types.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 366;

/**
 * Outcomes of the account's messages by the day on which they were enqueued, so that rates refer to the same messages.
 * An unknown campaign has none, and is not named. Throws VALIDATION_ERROR for a span of more than 366 days.
 */
export async function readAnalytics(ctx: HubContext, args: CrmAnalyticsArgs): Promise<CrmAnalytics> {
  const { from, to } = spanOf(args, ctx.clock.now());
  const ownerId = ctx.principal.ownerId ?? "";
  return inTransaction(
    ctx,
    async (em) => {
      const asked = args.campaignId ?? null;
      const values = [ownerId, from, new Date(to.getTime() + dayMs), asked, args.channel ?? "email"];
      const known = "SELECT id FROM crm_campaigns WHERE owner_id = $1 AND id = $2";
      const [campaign] = await executeSql<{ id: string }>(em, known, [ownerId, asked]);
      const campaignId = campaign?.id ?? null;
      const series = await executeSql<CrmDay>(em, seriesSql, values);
      const totals = sumTotals(series);
      return { campaignId, totals, rates: ratesOf(totals), approximate: true, series };
    },
    { readOnly: true },
  );
}

const seriesSql = `
  SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
    count(*) FILTER (WHERE status IN ('queued', 'sending'))::int AS queued,
    count(sent_at)::int AS sent, count(delivered_at)::int AS delivered, count(bounced_at)::int AS bounced,
    count(complained_at)::int AS complained, count(unsubscribed_at)::int AS unsubscribed, count(opened_at)::int AS opened,
    count(clicked_at)::int AS clicked, count(*) FILTER (WHERE status = 'failed')::int AS failed
  FROM crm_messages
  WHERE owner_id = $1 AND created_at >= $2 AND created_at < $3 AND ($4::text IS NULL OR campaign_id = $4) AND channel = $5
  GROUP BY 1 ORDER BY 1`;

function spanOf({ from, to }: CrmAnalyticsArgs, now: Date): { from: Date; to: Date } {
  const last = new Date(`${to ?? now.toISOString().slice(0, 10)}T00:00:00Z`);
  const first = from ? new Date(`${from}T00:00:00Z`) : new Date(last.getTime() - 30 * dayMs);
  if (first > last) throw validationError([{ path: "from", message: "must not be after to", rule: "order" }]);
  if (last.getTime() - first.getTime() >= maxDays * dayMs)
    throw validationError([{ path: "from", message: `must be within ${maxDays} days of to`, rule: "span" }]);
  return { from: first, to: last };
}
