import { expect } from "vitest";
import type { StoredOperation } from "../../router/operations/registry.ts";
import type { Answer } from "../support/app.ts";

export const isPublic = ({ access }: StoredOperation) => access.auth === "public";

/** Who may keep an answer: nobody, or its receiver alone, who asks each time whether it still holds. */
export type Keeping = "anybody" | "nobody" | "its receiver";

/** Who may keep the answers of an operation. */
export function keepingOf(operation: StoredOperation): Keeping {
  if (isPublic(operation)) return "anybody";
  return operation.row.rest?.revalidates ? "its receiver" : "nobody";
}

/** What the headers of every answer must say. */
export function expectSafe(headers: Answer["headers"], what: string, keeping: Keeping): void {
  expect.soft(headers["x-content-type-options"], what).toBe("nosniff");
  expect.soft(headers["x-request-id"], what).toMatch(/^[\w-]{8,64}$/);
  expect.soft(headers["x-powered-by"], what).toBeUndefined();
  const rules = String(headers["cache-control"]);
  if (keeping === "nobody") expect.soft(rules, what).toMatch(/\bno-store\b/);
  if (keeping === "its receiver") expect.soft(rules, what).toBe("private, no-cache");
}
