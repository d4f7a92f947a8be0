import type { Answer, TestApp } from "../../support/app.ts";
import { draft, move, post, type Bookkeeper } from "./bookkeeper.ts";

type Body = Record<string, unknown>;

/** The checking account of a bookkeeper, with its statements. */
export interface Bank extends Bookkeeper {
  accountId: string;
  /** Posts a payment from an account, the checking one by default; returns the ID of the entry. */
  pay(amount: number, code?: string, more?: Body): Promise<string>;
  draft(amount: number): Promise<string>;
  payBill(amount: number): Promise<{ entryId: string; paymentId: string }>;
  /** Sends a file; `lines` are of CSV. */
  send(lines: readonly string[], more?: Body & { code?: string }): Promise<Answer>;
  importCsv(lines: readonly string[]): Promise<{ id: string } & Body>;
  lines(statementId: string): Promise<Answer>;
  unmatched(statementId: string): Promise<Answer>;
  /** IDs of the lines of a statement, latest date first. */
  lineIds(statementId: string): Promise<string[]>;
  match(lineId: string, entryIds: readonly string[], more?: Body): Promise<Answer>;
  unmatch(lineId: string): Promise<Answer>;
  complete(statementId: string, balances?: Body): Promise<Answer>;
  reopen(statementId: string, reason: string): Promise<Answer>;
  reverse(entryId: string): Promise<Answer>;
  reconciliations(): Promise<Answer>;
  /** A completed reconciliation of one line. */
  completed(given: {
    date: string;
    amount: number;
    opening: number;
    entryId?: string;
  }): Promise<{ id: string; line: string; entryId: string }>;
}

export function bankFor(app: TestApp, keeper: Bookkeeper): Bank {
  const { headers, accounts } = keeper;
  const accountId = accounts.get("1010")!;
  const send = (path: string, body: Body = {}) => app.post(`/accounting${path}`, body, headers);
  const idOf = ({ body }: Answer) => body.id as string;
  const bank: Bank = {
    ...keeper,
    accountId,
    pay: async (amount, code = "1010", { date = "2026-01-10", ...more } = {}) => {
      const lines = move("6250", code, amount);
      if (Object.keys(more).length === 0) return idOf(await post(app, keeper, date as string, lines));
      const entryId = idOf(await draft(app, keeper, date as string, lines, more));
      await send(`/journal-entries/${entryId}/post`);
      return entryId;
    },
    draft: async (amount) => idOf(await draft(app, keeper, "2026-01-10", move("6250", "1010", amount))),
    payBill: async (amount) => {
      const vendorId = idOf(await send("/vendors", { name: "Acme Paper" }));
      const lines = [{ accountId: accounts.get("6250"), amount }];
      const bill = { vendorId, date: "2026-01-10", dueDate: "2026-01-10", lines };
      const path = `/vendor-bills/${idOf(await send("/vendor-bills", bill))}`;
      await send(`${path}/approve`);
      const paid = await send(`${path}/payments`, { date: "2026-01-10", fromAccountId: accountId });
      const [payment] = paid.body.payments;
      return { entryId: payment.entryId as string, paymentId: payment.id as string };
    },
    send: (lines, { code = "1010", ...more } = {}) =>
      send("/bank-statements", {
        ledgerAccountId: accounts.get(code),
        format: "csv",
        content: ["date,payee,amount", ...lines].join("\n"),
        ...more,
      }),
    importCsv: async (lines) => (await bank.send(lines)).body,
    lines: (id) => app.get(`/accounting/bank-statements/${id}/lines`, headers),
    unmatched: (id) => app.get(`/accounting/bank-statements/${id}/unmatched-lines`, headers),
    lineIds: async (id) => (await bank.lines(id)).body.lines.map((line: { id: string }) => line.id),
    match: (id, entryIds, more = {}) => send(`/bank-lines/${id}/match`, { entryIds, ...more }),
    unmatch: (id) => send(`/bank-lines/${id}/unmatch`),
    complete: (id, balances = {}) => send(`/bank-statements/${id}/complete`, balances),
    reopen: (id, reason) => send(`/bank-statements/${id}/reopen`, { reason }),
    reverse: (id) => send(`/journal-entries/${id}/reverse`, { date: "2026-12-01" }),
    reconciliations: () => app.get(`/accounting/bank-reconciliations?ledgerAccountId=${accountId}`, headers),
    completed: async ({ date, amount, opening, entryId: given }) => {
      const entryId = given ?? (await bank.pay(amount));
      const { id } = await bank.importCsv([`${date},Shop,-${amount.toFixed(2)}`]);
      const [line] = await bank.lineIds(id);
      await bank.match(line!, [entryId]);
      await bank.complete(id, { openingBalance: opening, closingBalance: opening - amount });
      return { id, line: line!, entryId };
    },
  };
  return bank;
}
