import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const journalOperations: AreaDefinition<CentralGroup> = {
  area: "journal",
  title: "Journal entries",
  pathPrefix: "/accounting",
  group: "journal",
  operations: [
    {
      name: "CreateJournalEntry",
      field: "mutation.createJournalEntry",
      rest: { method: "POST", path: "/journal-entries", status: 201 },
      tool: {
        name: "create_journal_entry",
        keywords: ["double-entry bookkeeping record adjust accrual opening balance"],
        example: {
          date: "2026-03-31",
          memo: "Rent for March",
          lines: [
            { accountId: "lac_01m853j85mqsazhj33f9m7ax3a", debit: 1200 },
            { accountId: "lac_01m853j85mqsazhj33f9m7ax3b", credit: 1200 },
          ],
        },
      },
    },
    {
      name: "GetJournalEntry",
      field: "query.journalEntry",
      rest: { method: "GET", path: "/journal-entries/{entryId}" },
      tool: { name: "get_journal_entry", keywords: ["bookkeeping booking show detail"] },
    },
    {
      name: "ListJournalEntries",
      field: "query.journalEntries",
      rest: { method: "GET", path: "/journal-entries" },
      tool: { name: "list_journal_entries", keywords: ["bookkeeping bookings day book drafts postings"] },
    },
    {
      name: "DeleteJournalEntry",
      field: "mutation.deleteJournalEntry",
      rest: { method: "DELETE", path: "/journal-entries/{entryId}" },
      tool: { name: "delete_journal_entry", keywords: ["bookkeeping discard throw away"], destructive: true },
    },
    {
      name: "PostJournalEntry",
      field: "mutation.postJournalEntry",
      rest: { method: "POST", path: "/journal-entries/{entryId}/post" },
      tool: {
        name: "post_journal_entry",
        keywords: ["bookkeeping commit finalize book it"],
        idempotent: true,
      },
    },
    {
      name: "ReverseJournalEntry",
      field: "mutation.reverseJournalEntry",
      rest: { method: "POST", path: "/journal-entries/{entryId}/reverse", status: 201 },
      tool: {
        name: "reverse_journal_entry",
        keywords: ["bookkeeping undo correct wrong mistake storno"],
        example: { entryId: "jen_01m853j85mqsazhj33f9m7ax3a", date: "2026-03-31" },
      },
    },
  ],
};
