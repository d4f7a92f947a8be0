import { rowCursors } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf } from "../../credits/credits.service.ts";
import type { HubContext } from "../../hub.context.ts";
import type { AiGeneration, AiGenerationPage, AiGenerationsArgs } from "./generations.types.ts";

interface GenerationRow extends Omit<AiGeneration, "createdAt"> {
  createdAt: string;
  exactlyAt: string;
}

const listSql = `SELECT r.id, r.app_id AS "appId", r.kind, r.status, r.is_streamed AS "isStreamed", r.provider, r.model,
    a."inputTokens", a."outputTokens", coalesce(a."isEstimated", false) AS "isEstimated",
    (CASE WHEN c.status = 'spent' THEN 1 ELSE 0 END) AS "imageCredits", r.duration_ms AS "durationMs",
    r.created_at AS "createdAt",
    to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "exactlyAt"
  FROM ai_requests r
  LEFT JOIN LATERAL (SELECT sum(input_tokens)::int AS "inputTokens", sum(output_tokens)::int AS "outputTokens",
    bool_or(is_guessed) AS "isEstimated" FROM ai_attempts WHERE request_id = r.id) a ON true
  LEFT JOIN image_credits c ON c.request_id = r.id
  WHERE r.owner_id = $1 AND ($2::text[] IS NULL OR r.app_id = ANY ($2)) AND ($3::text IS NULL OR r.kind = $3)
    AND ($4::timestamptz IS NULL OR r.created_at >= $4)
    AND ($5::timestamptz IS NULL OR (r.created_at, r.id) < ($5, $6))
  ORDER BY r.created_at DESC, r.id DESC LIMIT $7`;

/**
 * AI generations of the account, newest first. Members and credentials that are limited to apps see those of these apps.
 * Throws INVALID_CURSOR.
 */
export async function listGenerations(
  ctx: HubContext,
  { kind = null, from = null, limit, cursor }: AiGenerationsArgs,
): Promise<AiGenerationPage> {
  const { appIds } = ctx.principal;
  const cursors = rowCursors(ctx, ["ai generations", kind, from?.toISOString() ?? null]);
  const after = cursors.decode(cursor);
  const filters = [ownerOf(ctx), appIds === "all" ? null : [...appIds], kind, from];
  const values = [...filters, after?.[0] ?? null, after?.[1] ?? null, limit + 1];
  const found = await inTransaction(ctx, (em) => executeSql<GenerationRow>(em, listSql, values), {
    readOnly: true,
  });
  const { rows, nextCursor } = cutPage(found, limit, cursors, ({ exactlyAt, id }) => [exactlyAt, id]);
  return { generations: rows.map(present), nextCursor };
}

function present({ exactlyAt: _exactlyAt, createdAt, ...row }: GenerationRow): AiGeneration {
  return { ...row, createdAt: new Date(createdAt) };
}
