import { step, type DemoContent } from "./content-step.ts";

const checking = "lac_demo_books_2";
const rent = "lac_demo_rent";

/** Books of a personal account: the standard chart, a posted entry, one that can be reversed, a budget, and a draft. */
export function accountingContent(ownerId: string): DemoContent {
  const rentOf = (memo: string) => ({
    date: "2026-03-31",
    memo,
    lines: [
      { accountId: rent, debit: 1200 },
      { accountId: checking, credit: 1200 },
    ],
  });
  const billOf = (number: string) => ({
    vendorId: "ven_demo_printer",
    number,
    date: "2026-03-15",
    dueDate: "2026-04-14",
    lines: [{ accountId: rent, amount: 450, memo: "Signs" }],
  });
  return {
    subgraph: "hub",
    appId: "central",
    ownerId,
    lastRow: { table: "accounting_entries", id: "jen_demo_draft" },
    steps: [
      step("books", "createChartOfAccounts"),
      step("rent", "createLedgerAccount", { code: "6410", name: "Rent of the workshop", type: "expense" }),
      step("unused", "createLedgerAccount", { code: "6990", name: "Sundry costs", type: "expense" }),
      step("1", "createJournalEntry", rentOf("Rent for March")),
      step("1", "postJournalEntry", { entryId: "jen_demo_1" }),
      step("1", "closeFiscalPeriod", { periodId: "fpd_demo_books_202001" }),
      step("printer", "createVendor", {
        name: "Lantern Print Shop",
        form1099Box: "nonemployee_compensation",
      }),
      step("part", "createVendorBill", billOf("P-2041")),
      step("approved", "approveVendorBill", { billId: "vbl_demo_part" }),
      step("paid", "payVendorBill", {
        billId: "vbl_demo_part",
        amount: 200,
        date: "2026-04-10",
        fromAccountId: checking,
      }),
      step("new", "createVendorBill", billOf("P-2042")),
      step("plan", "createLedgerBudget", {
        name: "Plan 2026",
        lines: ["2026-01-01", "2026-02-01", "2026-03-01"].map((month) => ({
          accountId: rent,
          month,
          amount: 1100,
        })),
      }),
      step("draft", "createJournalEntry", rentOf("Rent for April, paid in March")),
    ],
  };
}
