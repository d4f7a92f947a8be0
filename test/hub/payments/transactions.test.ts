import { describe, expect, test } from "vitest";
import {
  isStep,
  transactionStatuses,
  wayTo,
  type TransactionStatus,
} from "../../../subgraphs/hub/payments/transactions.ts";

/** From each state (rows) to each state (columns), in the order of `transactionStatuses`: x is a step. */
const table: Record<TransactionStatus, string> = {
  //                   pe pr ra su fa ca ex pa re di
  pending: "           .  x  x  x  x  x  x  .  .  .",
  processing: "        .  .  .  x  x  .  .  .  .  .",
  requires_action: "   .  .  .  x  x  x  x  .  .  .",
  succeeded: "         .  .  .  .  .  .  .  x  x  x",
  failed: "            .  .  .  x  .  x  x  .  .  .",
  canceled: "          .  .  .  .  .  .  .  .  .  .",
  expired: "           .  .  .  .  .  .  .  .  .  .",
  partially_refunded: ".  .  .  .  .  .  .  .  x  x",
  refunded: "          .  .  .  .  .  .  .  .  .  .",
  disputed: "          .  .  .  x  .  .  .  x  x  .",
};
const pairs = transactionStatuses.flatMap((from) =>
  table[from]
    .split(/ +/)
    .filter(Boolean)
    .map((mark, index) => [from, transactionStatuses[index]!, mark === "x"] as const),
);

test.each(pairs)("from %s to %s: %s", (from, to, allowed) => {
  expect(isStep(from, to)).toBe(allowed);
});

test("every pair of states is in the table", () => {
  expect(pairs).toHaveLength(transactionStatuses.length ** 2);
});

describe("the way to a state", () => {
  test("the path to a payment's own state has no steps", () => {
    for (const status of transactionStatuses) expect(wayTo(status, status)).toEqual([]);
  });

  test("the path to a state is its direct transition, if there is one", () => {
    for (const [from, to, allowed] of pairs) if (allowed) expect(wayTo(from, to)).toEqual([to]);
  });

  test.each(["pending", "processing", "requires_action", "failed"] as const)(
    "of money given back or contested leads over paid from %s",
    (from) => {
      for (const to of ["partially_refunded", "refunded", "disputed"] as const)
        expect(wayTo(from, to)).toEqual(["succeeded", to]);
    },
  );

  test.each([
    ["canceled", "succeeded"],
    ["expired", "refunded"],
    ["refunded", "succeeded"],
    ["refunded", "disputed"],
    ["succeeded", "failed"],
    ["succeeded", "pending"],
    ["processing", "canceled"],
    ["processing", "requires_action"],
    ["disputed", "failed"],
  ] as const)("from %s to %s does not exist", (from, to) => {
    expect(wayTo(from, to)).toBeNull();
  });

  test("the path to a state uses transitions of the table only", () => {
    for (const [from, to] of pairs) {
      const way = wayTo(from, to) ?? [];
      for (const [index, step] of way.entries()) expect(isStep(way[index - 1] ?? from, step)).toBe(true);
    }
  });
});
