import { expect } from "vitest";
import { keepingOf as keepingAtDoor } from "../../router/rest/caching.ts";
import type { StoredOperation } from "../../router/operations/registry.ts";
import type { Answer } from "../support/app.ts";

export const isPublic = ({ access }: StoredOperation) => access.auth === "public";

/** Who may cache a response: any cache, none, or the client only, which revalidates each time. */
export type Keeping = "anybody" | "nobody" | "its receiver";

/** The expected caching of an operation's responses. */
export function keepingOf(operation: StoredOperation): Keeping {
  if (isPublic(operation)) return "anybody";
  return operation.row.rest && keepingAtDoor(operation) ? "its receiver" : "nobody";
}

/** Checks the headers that every response must have. */
export function expectSafe(headers: Answer["headers"], what: string, keeping: Keeping): void {
  expect.soft(headers["x-content-type-options"], what).toBe("nosniff");
  expect.soft(headers["x-request-id"], what).toMatch(/^[\w-]{8,64}$/);
  expect.soft(headers["x-powered-by"], what).toBeUndefined();
  const rules = String(headers["cache-control"]);
  if (keeping === "nobody") expect.soft(rules, what).toMatch(/\bno-store\b/);
  if (keeping === "its receiver") expect.soft(rules, what).toBe("private, no-cache");
}
