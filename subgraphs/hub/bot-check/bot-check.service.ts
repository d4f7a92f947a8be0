import { sha256 } from "../../../src/crypto/crypto.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { evaluateVerdict, type BotFault } from "./bot-verdict.ts";

/** How long a used token is remembered; vendors reject older ones. */
const rememberMs = 10 * 60 * 1000;

/** Tokens of the stand-in that tests and demos may use repeatedly, at any time. */
const testTokens = new Set(["test-pass", "test-low", "test-expired", "test-comment"]);

/**
 * Admits a human, as verified by the vendor: for the expected action, from one of our hosts, at most 120 seconds ago,
 * with a token that was not used before. Stores only the token's hash; must be called outside of transactions. Throws
 * 400 BOT_CHECK_FAILED with the reason, never the score; 500 BOT_CHECK_UNAVAILABLE when the vendor is unreachable,
 * unless BOT_FAIL_OPEN is set.
 */
export async function checkBot(ctx: HubContext, check: { token: string; action: string }): Promise<void> {
  const { botCheck, botPolicy } = ctx.ports;
  const { token, action } = check;
  const isTest = botCheck.isStandIn && testTokens.has(token);
  const hash = sha256(token).toString("hex");
  if (!isTest && !(await claimToken(ctx, hash))) throw refused("duplicate");
  try {
    const verdict = await botCheck.verify(token);
    const now = isTest ? (verdict.challengeAt ?? ctx.clock.now()) : ctx.clock.now();
    const fault = evaluateVerdict(verdict, botPolicy, { action, now });
    if (fault) throw refused(fault);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "BOT_CHECK_UNAVAILABLE") throw error;
    // The token was not verified, so it may be used again.
    await forgetToken(ctx, hash);
    if (!botPolicy.failOpen) throw error;
    ctx.log.warn({ err: error }, "Request allowed without a bot check");
  }
}

/** Records a used token; false when it was used within the last minutes. */
async function claimToken({ em, clock }: HubContext, hash: string): Promise<boolean> {
  const now = clock.now();
  const rows = await executeSql(
    em,
    `INSERT INTO bot_check_tokens AS seen (token_hash, seen_at) VALUES ($1, $2)
     ON CONFLICT (token_hash) DO UPDATE SET seen_at = EXCLUDED.seen_at WHERE seen.seen_at <= $3 RETURNING 1`,
    [hash, now, new Date(now.getTime() - rememberMs)],
  );
  return rows.length === 1;
}

async function forgetToken({ em }: HubContext, hash: string): Promise<void> {
  await executeSql(em, "DELETE FROM bot_check_tokens WHERE token_hash = $1", [hash]);
}

/** Deletes the tokens that need no remembering any more; returns how many. For a scheduled job. */
export async function purgeBotTokens({ em, clock }: HubContext): Promise<number> {
  const before = new Date(clock.now().getTime() - rememberMs);
  const sql = "DELETE FROM bot_check_tokens WHERE seen_at <= $1 RETURNING 1";
  return (await executeSql(em, sql, [before])).length;
}

function refused(reason: BotFault): DomainError {
  return new DomainError("BOT_CHECK_FAILED", "The bot check failed. Complete the challenge and try again.", {
    reason,
  });
}
