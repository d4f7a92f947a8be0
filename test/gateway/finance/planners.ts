import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { GatewayApp, GraphAnswer } from "../support/gateway-app.ts";

type Input = Record<string, unknown>;
// The shape is what the test is about.
// oxlint-disable-next-line typescript/no-explicit-any
type Anything = any;

/** An account that plans its finances through the stored operations of tools, in the gateway alone. */
export interface Planner {
  ownerId: string;
  act(tool: string, input?: Input, on?: string): Promise<Anything>;
  refused(
    tool: string,
    input: Input,
    on?: string,
  ): Promise<{ code: unknown; rule: unknown; message: string }>;
  account(kind: string, openingBalance?: number, more?: Input): Promise<string>;
  category(name: string, kind?: "income" | "expense"): Promise<string>;
  book(accountId: string, date: string, amount: number, more?: Input): Promise<string>;
}

const stored = readFileSync("schema/operations.graphql", "utf8");

function operationOf(tool: string): { text: string; takesInput: boolean } {
  const name = tool.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const [text] = new RegExp(`^(query|mutation) ${name}\\b[^]*?^}$`, "m").exec(stored) ?? [];
  if (text === undefined) throw new Error(`No stored operation ${name}`);
  return { text, takesInput: text.startsWith("mutation") };
}

/** A new account whose day is 2026-03-31. */
export function createPlanner(app: GatewayApp, ownerId = newId("usr")): Planner {
  const run = (tool: string, input: Input, on = "2026-03-31"): Promise<GraphAnswer> => {
    const { text, takesInput } = operationOf(tool);
    const at = new Date(`${on}T12:00:00.000Z`);
    return app.run(text, takesInput ? { input } : input, { ownerId, at, appId: "finance" });
  };
  const act = async (tool: string, input: Input = {}, on?: string): Promise<Anything> => {
    const { data, error } = await run(tool, input, on);
    expect(error, `${tool}: ${JSON.stringify(error)}`).toBeUndefined();
    return Object.values(data as Input)[0];
  };
  return {
    ownerId,
    act,
    refused: async (tool, input, on) => {
      const { error, code } = await run(tool, input, on);
      expect(error, `${tool} was not refused`).toBeDefined();
      const details = error!.extensions?.["details"] as Input | undefined;
      return { code, rule: details?.["rule"], message: error!.message };
    },
    account: async (kind, openingBalance = 0, more = {}) => {
      const facts = { name: `My ${kind}`, kind, currency: "USD", openingBalance, openedOn: "2025-01-01" };
      return (await act("create_account", { ...facts, ...more })).id as string;
    },
    category: async (name, kind = "expense") => (await act("create_category", { name, kind })).id as string,
    book: async (accountId, date, amount, more = {}) =>
      (await act("add_transaction", { accountId, date, amount, payee: "Somebody", ...more })).id as string,
  };
}
