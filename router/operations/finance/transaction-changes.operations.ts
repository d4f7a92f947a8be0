import type { AreaDefinition } from "../area.ts";
import { financeArea } from "./finance.area.ts";
import type { FinanceGroup } from "./groups.ts";

export const financeTransactionChangesOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "transaction-checks",
  operations: [
    {
      name: "MarkTransactionCleared",
      field: "mutation.markTransactionCleared",
      rest: { method: "POST", path: "/transactions/clearing" },
      tool: {
        name: "mark_transaction_cleared",
        keywords: ["arrived posted by bank tick off pending not yet posted"],
        idempotent: true,
        example: { transactionIds: ["trn_1"], cleared: true },
      },
    },
    {
      name: "ReviewTransaction",
      field: "mutation.reviewTransaction",
      rest: { method: "POST", path: "/transactions/review" },
      tool: {
        name: "review_transaction",
        keywords: ["looked at checked approve inbox reviewed"],
        idempotent: true,
        example: { transactionIds: ["trn_1"], reviewed: true },
      },
    },
    {
      name: "MatchTransfer",
      field: "mutation.matchTransfer",
      rest: { method: "POST", path: "/transfers/match" },
      tool: {
        name: "match_transfer",
        keywords: ["link two imported sides same movement between accounts not income"],
        idempotent: true,
        example: { transactionIdA: "trn_1", transactionIdB: "trn_2" },
      },
    },
    {
      name: "UnmatchTransfer",
      field: "mutation.unmatchTransfer",
      rest: { method: "POST", path: "/transfers/{transferId}/unmatch" },
      tool: {
        name: "unmatch_transfer",
        keywords: ["not a transfer after all take apart unlink sides"],
        idempotent: true,
      },
    },
    {
      name: "FindDuplicateTransactions",
      field: "query.duplicateTransactions",
      rest: { method: "GET", path: "/duplicate-transactions" },
      tool: {
        name: "find_duplicate_transactions",
        keywords: ["same purchase twice double entries booked twice"],
      },
    },
    {
      name: "MergeDuplicateTransactions",
      field: "mutation.mergeDuplicateTransactions",
      rest: { method: "POST", path: "/transactions/merge" },
      tool: {
        name: "merge_duplicate_transactions",
        keywords: ["combine double purchase keep one remove twin"],
        destructive: true,
        example: { keepId: "trn_1", dropIds: ["trn_2"] },
      },
    },
    {
      name: "AttachTransactionReceipt",
      field: "mutation.attachTransactionReceipt",
      rest: { method: "POST", path: "/transactions/{transactionId}/receipts", status: 201 },
      tool: {
        name: "attach_transaction_receipt",
        group: "transaction-receipts",
        keywords: ["photo of receipt proof of purchase keep with payment warranty"],
      },
    },
    {
      name: "ListTransactionReceipts",
      field: "query.transactionReceipts",
      rest: { method: "GET", path: "/transactions/{transactionId}/receipts" },
      tool: {
        name: "list_transaction_receipts",
        group: "transaction-receipts",
        keywords: ["which receipts of purchase"],
      },
    },
    {
      name: "GetTransactionReceiptFile",
      field: "query.transactionReceiptFile",
      rest: {
        method: "GET",
        path: "/transactions/{transactionId}/receipts/{receiptId}",
        file: { download: "download", types: ["image/png", "image/jpeg", "application/pdf"] },
      },
      tool: {
        name: "get_transaction_receipt_file",
        group: "transaction-receipts",
        keywords: ["download open picture of purchase receipt"],
      },
    },
    {
      name: "RemoveTransactionReceipt",
      field: "mutation.removeTransactionReceipt",
      rest: { method: "DELETE", path: "/transactions/{transactionId}/receipts/{receiptId}" },
      tool: {
        name: "remove_transaction_receipt",
        group: "transaction-receipts",
        keywords: ["wrong receipt take off purchase"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
