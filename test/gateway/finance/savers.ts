import { keyScopes } from "../../../src/access/scopes.ts";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { createAccount, createKey } from "../support/people.ts";

type Input = Record<string, unknown>;
// The shape is what the test is about.
// oxlint-disable-next-line typescript/no-explicit-any
type Anything = any;

/** An account that manages its finances through tools only, with a clock of its own. */
export interface Saver {
  ownerId: string;
  act(name: string, input?: Input, on?: string): Promise<Anything>;
  refused(name: string, input: Input, on?: string): Promise<{ status: number; code: string; details: Input }>;
  /** A dollar account from the beginning of 2026. */
  account(kind: string, openingBalance?: number, more?: Input): Promise<string>;
  category(name: string, kind?: "income" | "expense"): Promise<string>;
  /** Books an amount, and answers its id. */
  book(accountId: string, date: string, amount: number, more?: Input): Promise<string>;
  /** Uploads a file, and answers its id. */
  upload(filename: string, contentType: string, bytes: Buffer): Promise<string>;
}

/** A new account whose day is 2026-03-31. */
export async function createSaver(app: TestApp): Promise<Saver> {
  const ownerId = await createAccount(app, 10_000);
  const headers = { "x-app-id": "finance", ...(await createKey(app, ownerId, keyScopes)) };
  const call = (name: string, input: Input, on = "2026-03-31") =>
    app.tool(name, input, {
      ...headers,
      "idempotency-key": newId("key"),
      "x-test-clock": `${on}T12:00:00.000Z`,
    });
  const act = async (name: string, input: Input = {}, on?: string): Promise<Anything> => {
    const { status, body } = await call(name, input, on);
    if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ownerId,
    act,
    refused: async (name, input, on) => {
      const { status, body } = await call(name, input, on);
      if (status < 400) throw new Error(`${name} was not refused: ${JSON.stringify(body)}`);
      return { status, code: body.code as string, details: body.details as Input };
    },
    account: async (kind, openingBalance = 0, more = {}) => {
      const facts = { name: `My ${kind}`, kind, currency: "USD", openingBalance, openedOn: "2026-01-01" };
      return (await act("create_account", { ...facts, ...more })).id as string;
    },
    category: async (name, kind = "expense") => (await act("create_category", { name, kind })).id as string,
    book: async (accountId, date, amount, more = {}) =>
      (await act("add_transaction", { accountId, date, amount, payee: "Somebody", ...more })).id as string,
    upload: async (filename, contentType, bytes) => {
      const file = { filename, contentType, content: bytes.toString("base64") };
      const { body } = await app.tool("upload_file", file, { ...headers, "x-app-id": "central" });
      return body.fileId as string;
    },
  };
}
