import { newId } from "../../../../src/ids.ts";
import type { TestApp } from "../../../support/app.ts";
import { keyScopes } from "../../../../src/access/scopes.ts";
import { createAccount, createKey } from "../../support/people.ts";

type Input = Record<string, unknown>;

/** An account of its own that acts by tools alone, at a moment of its own. */
export interface ToolAccount {
  ownerId: string;
  headers: Record<string, string>;
  /** Calls a tool; must succeed. */
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  act(name: string, input?: Input, at?: string): Promise<any>;
  /** Calls a tool that must be refused: its status, code and details. */
  refused(name: string, input: Input, at?: string): Promise<{ status: number; code: string; details: Input }>;
}

/** A new account with credits, which has nothing yet. */
export async function createToolAccount(app: TestApp): Promise<ToolAccount> {
  const ownerId = await createAccount(app, 500);
  // A key has no day of its own, as a token has.
  const headers = { "x-app-id": "invoicer", ...(await createKey(app, ownerId, keyScopes)) };
  const call = (name: string, input: Input, at?: string) =>
    app.tool(name, input, {
      ...headers,
      "idempotency-key": newId("key"),
      ...(at === undefined ? {} : { "x-test-clock": `${at}T12:00:00.000Z` }),
    });
  return {
    ownerId,
    headers,
    act: async (name, input = {}, at) => {
      const { status, body } = await call(name, input, at);
      if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    refused: async (name, input, at) => {
      const { status, body } = await call(name, input, at);
      if (status < 400) throw new Error(`${name} was not refused: ${JSON.stringify(body)}`);
      return { status, code: body.code as string, details: body.details as Input };
    },
  };
}
