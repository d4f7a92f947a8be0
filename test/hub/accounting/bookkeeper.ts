import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { Answer, TestApp } from "../../support/app.ts";

/** A person with books of their own, which have the standard chart. */
export interface Bookkeeper {
  ownerId: string;
  headers: Record<string, string>;
  /** IDs of ledger accounts by their codes. */
  accounts: ReadonlyMap<string, string>;
  ledgerId: string;
}

export interface Line {
  code: string;
  debit?: number;
  credit?: number;
}

export async function newPerson(app: TestApp): Promise<Pick<Bookkeeper, "ownerId" | "headers">> {
  const ownerId = newId("usr");
  const token = await app.tokenFor({ sub: ownerId, expiresInSeconds: 172_800 });
  return { ownerId, headers: { authorization: `Bearer ${token}` } };
}

export async function newBookkeeper(app: TestApp, input: Record<string, unknown> = {}): Promise<Bookkeeper> {
  const person = await newPerson(app);
  const { body } = await app.post("/accounting/chart-of-accounts", input, person.headers);
  const accounts = body.accounts as { id: string; code: string }[];
  const [ledger] = await app.database.query<{ id: string }>(
    "SELECT id FROM hub.accounting_ledgers WHERE owner_id = $1",
    [person.ownerId],
  );
  return { ...person, accounts: new Map(accounts.map(({ code, id }) => [code, id])), ledgerId: ledger!.id };
}

/** Debits one account and credits another with the same amount. */
export const move = (debited: string, credited: string, amount: number): Line[] => [
  { code: debited, debit: amount },
  { code: credited, credit: amount },
];

export function draft(
  app: TestApp,
  { headers, accounts }: Bookkeeper,
  date: string,
  lines: readonly Line[],
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const given = lines.map(({ code, ...sides }) => ({ accountId: accounts.get(code) ?? code, ...sides }));
  return app.post("/accounting/journal-entries", { date, memo: "Test", lines: given, ...more }, headers);
}

/** Posts an entry; returns its answer. */
export async function post(
  app: TestApp,
  keeper: Bookkeeper,
  date: string,
  lines: readonly Line[],
): Promise<Answer> {
  const { body } = await draft(app, keeper, date, lines);
  return app.post(`/accounting/journal-entries/${body.id}/post`, {}, keeper.headers);
}

/** The hub's context of the platform acting for the bookkeeper. */
export const contextOf = (app: TestApp, { ownerId }: Pick<Bookkeeper, "ownerId">): HubContext =>
  app.running.platform.contextIn("hub", ownerId) as HubContext;
