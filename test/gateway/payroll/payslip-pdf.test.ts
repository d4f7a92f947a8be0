import { expect, test } from "vitest";
import { payslipPdf } from "../../../subgraphs/gateway/payroll/runs/payslip-pdf.ts";
import type { Payslip } from "../../../subgraphs/gateway/payroll/runs/payslip.types.ts";
import { noAmounts } from "../../../subgraphs/gateway/payroll/runs/people-to-pay.service.ts";
import { textOfPdf } from "../invoicing/app/pdf-text.ts";

/** A payslip with this many deductions. */
function payslipWith(deductions: number): Payslip {
  return {
    ...noAmounts,
    employeeName: "Ana Alva",
    state: "TX",
    taxState: "TX",
    contributions: [],
    notIncluded: [],
    deposits: [],
    payDate: "2026-01-23",
    periodStart: "2026-01-05",
    periodEnd: "2026-01-18",
    createdAt: "2026-01-20T12:00:00.000Z",
    reversalOf: null,
    netCents: 169_085,
    earnings: [{ code: "salary", hours: null, amountCents: 200_000 }],
    deductions: Array.from({ length: deductions }, (_, index) => ({
      code: `D${index}`,
      amountCents: index,
      employerMatchCents: 0,
    })),
    garnishments: [],
    ytd: noAmounts,
  } as unknown as Payslip;
}

const pagesOf = (bytes: Buffer): number => [...bytes.toString("latin1").matchAll(/\/Type \/Page\b/g)].length;

test.each([
  [10, 1],
  [60, 2],
  [100, 3],
])("a payslip with %i deductions has %i pages, with every row in one piece", async (deductions, pages) => {
  const bytes = await payslipPdf(payslipWith(deductions), {
    name: "Corner Bakery",
    addressLines: ["1 Lane", "Austin, TX 78701"],
    logo: null,
  });
  expect(pagesOf(bytes)).toBe(pages);
  const text = textOfPdf(bytes);
  for (let index = 1; index < deductions; index++)
    expect(text).toContain(`D${index} $0.${String(index).padStart(2, "0")}`);
  expect(text).toContain("Net pay $1,690.85");
  expect(text).toContain("Corner Bakery");
  expect(text).toContain("Austin, TX 78701");
});
