import { z } from "zod";
import type { BankRoutes, BankWorld } from "./bank-context.ts";
import { BankError, invalidRequest } from "./bank-error.ts";
import { requireItem } from "./item-object.ts";
import { changeCount, netChanges } from "./ledger.ts";
import { addTransactions } from "./moves.ts";
import type { BankItemState, Change } from "./state.ts";

const syncSchema = z.object({
  access_token: z.string(),
  cursor: z.string().optional(),
  count: z.int().min(1).max(500).default(100),
  options: z.record(z.string(), z.unknown()).optional(),
});

/** A reader's position: everything up to `from` was read; of the changes up to `to`, `done` were returned. */
const cursorSchema = z.tuple([z.string(), z.int(), z.int(), z.int()]);

/** Changes of a login, page by page, up to the state at the time of the first page. */
export const transactionRoutes: BankRoutes = (scope, world) => {
  const { state } = world;
  // The pages of one sync show parts of the same changes.
  let latest: { key: string; net: Change[] } = { key: "", net: [] };
  const netOf = (item: BankItemState, { from, to }: Position): Change[] => {
    const key = JSON.stringify([item.itemId, from, to]);
    if (latest.key !== key) latest = { key, net: netChanges(item, from, to) };
    return latest.net;
  };
  scope.api("/transactions/sync", syncSchema, ({ access_token, cursor, count }) => {
    const item = requireItem(state, access_token);
    const at = readCursor(item, cursor);
    if (at.done > 0) meetMutation(world, item);
    if (at.done > 0 && changeCount(item) !== at.to)
      throw new BankError(
        "TRANSACTIONS_ERROR",
        "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION",
        "Underlying transaction data changed since last page was fetched. Please restart pagination from last update.",
      );
    const net = netOf(item, at);
    const page = net.slice(at.done, at.done + count);
    const done = at.done + page.length;
    const hasMore = done < net.length;
    if (item.isFirstRead) {
      item.isFirstRead = false;
      state.touch();
    }
    return {
      added: page.flatMap((change) => (change.kind === "added" ? change.transaction : [])),
      modified: page.flatMap((change) => (change.kind === "modified" ? change.transaction : [])),
      removed: page.flatMap((change) =>
        change.kind === "removed" ? { transaction_id: change.transaction.transaction_id } : [],
      ),
      next_cursor: writeCursor(item, hasMore ? { ...at, done } : { from: at.to, to: at.to, done: 0 }),
      has_more: hasMore,
      transactions_update_status: "HISTORICAL_UPDATE_COMPLETE",
    };
  });
};

/** Changes a transaction between two pages, as often as was requested. */
function meetMutation(world: BankWorld, item: BankItemState): void {
  if (item.mutations === 0) return;
  item.mutations--;
  addTransactions(world, item, 1);
}

interface Position {
  from: number;
  to: number;
  done: number;
}

function readCursor(item: BankItemState, cursor: string | undefined): Position {
  const count = changeCount(item);
  if (cursor === undefined || cursor === "") return { from: 0, to: count, done: 0 };
  try {
    const text = Buffer.from(cursor, "base64url").toString("utf8");
    const [itemId, from, to, done] = cursorSchema.parse(JSON.parse(text));
    if (itemId === item.itemId) return done === 0 ? { from, to: count, done } : { from, to, done };
  } catch {
    // Not one of ours: refused as any other.
  }
  throw invalidRequest("INVALID_FIELD", "cursor not associated with access_token");
}

function writeCursor({ itemId }: BankItemState, { from, to, done }: Position): string {
  return Buffer.from(JSON.stringify([itemId, from, to, done])).toString("base64url");
}
