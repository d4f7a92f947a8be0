import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { badInput } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { lockTransactions } from "../transaction-changes/lock-transactions.service.ts";
import type { ChangedTransactionCount } from "../transaction-changes/transaction-changes.types.ts";
import { registerTags } from "../transactions/register-tags.service.ts";
import type { TagTransactionsInput } from "./tags.types.ts";

const mostTags = 20;

/**
 * Adds tags to transactions, also reconciled ones, and removes others; what is in both lists is added. Throws NOT_FOUND,
 * VALIDATION_ERROR without any tag, and BUSINESS_RULE (`too_many_tags`) above 20 tags.
 */
export function tagTransactions(
  ctx: FinanceContext,
  input: TagTransactionsInput,
): Promise<ChangedTransactionCount> {
  const [added, removed] = [input.add ?? [], input.remove ?? []].map((names) =>
    names.map((name) => name.trim()),
  );
  if (added!.length + removed!.length === 0)
    throw badInput("add", "is required, or give tags to remove", "required");
  const blank = added!.indexOf("");
  if (blank >= 0) throw badInput(`add.${blank}`, "must not be blank", "blank");
  return changeOnce(ctx, { operation: "tagTransactions", input }, async (em) => {
    await registerTags(em, ctx, added!);
    const rows = await lockTransactions(em, ctx, input.transactionIds);
    const changes = rows.flatMap(({ id, tags }) => {
      const kept = tags.filter((tag) => !removed!.includes(tag.trim()));
      const after = [...new Set([...kept, ...added!])];
      return after.length === tags.length && after.every((tag) => tags.includes(tag))
        ? []
        : [{ id, tags: after }];
    });
    const crowded = changes.filter(({ tags }) => tags.length > mostTags).map(({ id }) => id);
    if (crowded.length > 0)
      throw businessRule("too_many_tags", `A transaction has at most ${mostTags} tags. Remove some first.`, {
        transactionIds: crowded,
      });
    const sql = `UPDATE finance_transactions AS t SET tags = c.tags, version = t.version + 1, updated_at = $2
      FROM jsonb_to_recordset($1::jsonb) AS c (id text, tags jsonb) WHERE t.id = c.id`;
    if (changes.length > 0) await executeSql(em, sql, [JSON.stringify(changes), ctx.clock.now()]);
    return { changed: changes.length };
  });
}
