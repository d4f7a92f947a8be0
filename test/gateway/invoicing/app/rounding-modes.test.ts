import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  creditByAmount,
  remainingOf,
  totalOf,
} from "../../../../subgraphs/gateway/invoicing/credit-notes/credit-arithmetic.ts";
import {
  rateOfPercent,
  totalInvoice,
  type Rounding,
} from "../../../../subgraphs/gateway/invoicing/invoices/invoice-arithmetic.ts";
import { applyEntry } from "../../../../subgraphs/gateway/invoicing/invoices/invoice-ledger.ts";

const line = (net: number, ...percents: number[]) => ({ net, rates: percents.map(rateOfPercent) });
const byLine: Rounding = { roundingMode: "half_up", taxRoundingLevel: "line" };
const bankers: Rounding = { roundingMode: "half_even", taxRoundingLevel: "invoice" };

describe("as an account may ask for", () => {
  test.each([
    ["3 x 33.33 at 7 %, by the line", Array.from({ length: 3 }, () => line(3_333, 7)), byLine, 699],
    ["10 x 0.07 at 8.25 %, by the line", Array.from({ length: 10 }, () => line(7, 8.25)), byLine, 10],
    ["0.50 at 5 %, bankers'", [line(50, 5)], bankers, 2],
    ["1.50 at 5 %, bankers'", [line(150, 5)], bankers, 8],
    ["140.00 at 5 % and 9.975 %, bankers'", [line(14_000, 5, 9.975)], bankers, 2_096],
    ["a credit of 0.50 at 5 %, bankers'", [line(100), line(-50, 5)], bankers, -2],
  ] as const)("%s", (_of, lines, rounding, tax) => {
    expect(totalInvoice(lines, 0, rounding).taxTotal).toBe(tax);
  });

  test("tax by the line is within half a unit a line of tax on the sum", () => {
    const lines = fc.array(fc.record({ net: fc.nat(1_000_000), rate: fc.nat(300_000) }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(lines, (many) => {
        const taxed = many.map(({ net, rate }) => ({ net, rates: [rate] }));
        const apart = totalInvoice(taxed, 0, byLine).taxTotal;
        expect(Math.abs(apart - totalInvoice(taxed).taxTotal)).toBeLessThanOrEqual(many.length);
      }),
    );
  });
});

test("credit notes of any size stay within the remainder of each tax rate, and the last leaves none", () => {
  const lines = fc.array(
    fc.record({ net: fc.nat(100_000), rate: fc.constantFrom(0, 70_000, 99_750, 190_000) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(lines, fc.array(fc.nat(200_000), { maxLength: 6 }), (many, amounts) => {
      const invoice = totalInvoice(many.map(({ net, rate }) => ({ net, rates: [rate] })));
      const credited = [];
      for (const amount of [...amounts, null]) {
        const left = remainingOf(invoice, credited);
        const wanted = amount ?? totalOf(left);
        const credit = creditByAmount(left, wanted);
        if (!credit) continue;
        expect(totalOf(credit)).toBe(wanted);
        credited.push(credit);
      }
      const { subtotal, taxLines } = remainingOf(invoice, credited);
      expect([subtotal, ...taxLines.map(({ tax }) => tax)].every((part) => part === 0)).toBe(true);
    }),
  );
});

test("the parts of instalments that are not tax add up to the invoice's net, each within a unit of its share", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(amounts, fc.nat(300_000), (instalments, rate) => {
      const total = instalments.reduce((sum, one) => sum + one, 0);
      const subtotalMinor = Math.floor((total * 1_000_000) / (1_000_000 + rate));
      const amountsOf = { amountPaidMinor: 0, amountCreditedMinor: 0, amountWrittenOffMinor: 0 };
      const invoice = {
        status: "sent" as const,
        subtotalMinor,
        totalMinor: total,
        ...amountsOf,
        paidAt: null,
      };
      const now = new Date(0);
      const parts = instalments.map((amount) => applyEntry(invoice, "payment", amount, now));
      parts.forEach((part, index) => {
        expect(Math.abs(part - (instalments[index]! * subtotalMinor) / total)).toBeLessThanOrEqual(1);
      });
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(subtotalMinor);
      expect(invoice).toMatchObject({ status: "paid", amountPaidMinor: total, paidAt: now });
      applyEntry(invoice, "payment", -1, now);
      expect(invoice).toMatchObject({ status: "sent", paidAt: null });
    }),
  );
});
