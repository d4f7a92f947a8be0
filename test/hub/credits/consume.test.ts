import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideConsumes, type Wanted } from "../../../subgraphs/hub/credits/consume.ts";

/** Ids in order, so that decisions can be written down. */
function decide(
  account: { balance: number; held: number } | null,
  wanted: (number | [number, string])[],
  known: [string, number, number][] = [],
) {
  let made = 0;
  const earlier = new Map(
    known.map(([reference, amount, balance]) => [
      reference,
      { entryId: `old-${reference}`, amount, balance },
    ]),
  );
  const asked = wanted.map((one): Wanted =>
    typeof one === "number" ? { amount: one, referenceId: null } : { amount: one[0], referenceId: one[1] },
  );
  return decideConsumes(account, earlier, asked, () => `new-${++made}`).map((decision) =>
    "refusal" in decision
      ? decision.refusal.code
      : "spends" in decision
        ? `spends ${decision.spends.entryId} ${decision.spends.balance}`
        : `repeats ${decision.repeats.entryId} ${decision.repeats.balance}`,
  );
}

describe("consumers of one account, in order", () => {
  test.each<[string, ReturnType<typeof decide>, string[]]>([
    [
      "each finds what those before have left",
      decide({ balance: 5, held: 0 }, [2, 3]),
      ["spends new-1 3", "spends new-2 0"],
    ],
    [
      "one that asks for too much leaves all of it to the next",
      decide({ balance: 5, held: 0 }, [6, 5]),
      ["INSUFFICIENT_CREDITS", "spends new-1 0"],
    ],
    [
      "what is held is for nobody",
      decide({ balance: 5, held: 3 }, [3, 2]),
      ["INSUFFICIENT_CREDITS", "spends new-1 3"],
    ],
    ["a debt is for nobody", decide({ balance: -1, held: 0 }, [1]), ["INSUFFICIENT_CREDITS"]],
    ["no account has nothing", decide(null, [1]), ["INSUFFICIENT_CREDITS"]],
    [
      "a reference of before is answered, also when nothing is left",
      decide({ balance: 0, held: 0 }, [[2, "r"]], [["r", -2, 7]]),
      ["repeats old-r 7"],
    ],
    [
      "a reference that comes twice is spent on once",
      decide({ balance: 5, held: 0 }, [[2, "r"], 1, [2, "r"]]),
      ["spends new-1 3", "spends new-2 2", "repeats new-1 3"],
    ],
    [
      "a reference for another amount is refused, of before and of now",
      decide(
        { balance: 9, held: 0 },
        [
          [3, "r"],
          [2, "s"],
          [3, "s"],
        ],
        [["r", -2, 7]],
      ),
      ["IDEMPOTENCY_KEY_REUSED", "spends new-1 7", "IDEMPOTENCY_KEY_REUSED"],
    ],
    [
      "a reference that was refused may be used again",
      decide({ balance: 5, held: 0 }, [
        [6, "r"],
        [5, "r"],
      ]),
      ["INSUFFICIENT_CREDITS", "spends new-1 0"],
    ],
  ])("%s", (_, decided, expected) => {
    expect(decided).toEqual(expected);
  });

  test("consumes of one account never take more than is available, and each rejection was justified", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 64 });
    const account = fc.record({ balance: fc.integer({ min: -500, max: 5000 }), held: fc.nat(500) });
    fc.assert(
      fc.property(account, amounts, ({ balance, held }, wanted) => {
        const asked = wanted.map((amount) => ({ amount, referenceId: null }));
        let left = balance;
        decideConsumes({ balance, held }, new Map(), asked, () => "id").forEach((decision, index) => {
          if ("spends" in decision) left -= wanted[index]!;
          else expect(wanted[index]!).toBeGreaterThan(left - held);
          if ("spends" in decision) expect([decision.spends.balance, left >= held]).toEqual([left, true]);
        });
      }),
      { seed: 20_260_101 },
    );
  });
});
