import { realmOf } from "../../../sandbox/oauth/book-store.ts";
import { demoBooksConnectionId } from "../../../src/demo-identities.ts";
import { step, type ContentRow, type ContentStep, type DemoContent } from "./content-step.ts";

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
      ...bankSteps(),
      step("draft", "createJournalEntry", rentOf("Rent for April, paid in March")),
    ],
    rows: exportRows(ownerId),
  };
}

/** An export of one entry that has ended. */
function exportRows(ownerId: string): ContentRow[] {
  const companyId = realmOf("pia");
  const own = { owner_id: ownerId, ledger_id: "lgr_demo_books", target: `quickbooks/${companyId}` };
  const at = "2026-04-02T09:00:00.000Z";
  const exported = {
    ...own,
    id: "lex_demo_1",
    connection_id: demoBooksConnectionId,
    provider: "quickbooks",
    company_id: companyId,
    company_name: "Sandbox quickbooks company",
    from_date: "2026-03-31",
    to_date: "2026-03-31",
    status: "completed",
    earlier_count: 0,
    accounts: [],
    created_by: ownerId,
    created_at: at,
    finished_at: at,
  };
  const entry = {
    ...own,
    id: "lee_demo_1",
    export_id: exported.id,
    entry_id: "jen_demo_1",
    status: "exported",
    request_key: "jen_demo_1-0",
    is_doubtful: false,
    remote_id: "100",
    finished_at: at,
  };
  return [
    { table: "accounting_exports", row: exported },
    { table: "accounting_export_entries", row: entry },
  ];
}

/** A reconciliation of March, an open statement with one unmatched line, and a savings account that can be reconciled. */
function bankSteps(): ContentStep[] {
  const statementOf = (ledgerAccountId: string, lines: string) => ({
    ledgerAccountId,
    format: "csv",
    content: `date,payee,amount\n${lines}\n`,
  });
  return [
    step("savings", "createLedgerAccount", {
      code: "1015",
      name: "Savings of the workshop",
      type: "asset",
      category: "cash",
    }),
    ...["refund", "interest"].flatMap((name) => [
      step(name, "createJournalEntry", {
        date: "2026-03-02",
        memo: name === "refund" ? "Refund of the landlord" : "Opening of the savings account",
        lines: [
          { accountId: name === "refund" ? checking : "lac_demo_savings", debit: 80 },
          { accountId: rent, credit: 80 },
        ],
      }),
      step(name, "postJournalEntry", { entryId: `jen_demo_${name}` }),
    ]),
    step("march", "importBankStatement", statementOf(checking, "2026-03-02,Workshop Rents,80.00")),
    step("march", "matchBankLine", { lineId: "bln_demo_march", entryIds: ["jen_demo_refund"] }),
    step("march", "completeBankReconciliation", {
      statementId: "bst_demo_march",
      openingBalance: 5000,
      closingBalance: 5080,
    }),
    step(
      "april",
      "importBankStatement",
      statementOf(checking, "2026-03-31,Workshop Rents,-1200.00\n2026-04-10,Lantern Print Shop,-200.00"),
    ),
    step("print", "createBankRule", {
      name: "Print shop",
      texts: ["lantern print"],
      direction: "out",
      accountId: rent,
    }),
    step("april", "matchBankLine", { lineId: "bln_demo_april", entryIds: ["jen_demo_1"] }),
    step("savings", "importBankStatement", statementOf("lac_demo_savings", "2026-03-02,Transfer,80.00")),
    step("savings", "matchBankLine", { lineId: "bln_demo_savings", entryIds: ["jen_demo_interest"] }),
  ];
}
