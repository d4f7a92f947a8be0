import type { AreaDefinition } from "../area.ts";
import type { HvutGroup } from "./groups.ts";
import { filed, hvutFilingsArea } from "./hvut-filings.area.ts";

export const hvutFilingsOperations: AreaDefinition<HvutGroup> = {
  ...hvutFilingsArea,
  group: "filing",
  operations: [
    {
      name: "Create2290Draft",
      field: "mutation.create2290Draft",
      rest: { method: "POST", path: "/filings", status: 201 },
      tool: {
        name: "create_2290_draft",
        firstDay: true,
        keywords: ["start new return truck tax form"],
        example: { filerId: "flr_01", period: 2026, firstUseMonth: "2026-07" },
      },
    },
    {
      name: "Update2290Draft",
      field: "mutation.update2290Draft",
      rest: { method: "PATCH", path: "/filings/{filingId}" },
      tool: { name: "update_2290_draft", keywords: ["change month on return draft"], idempotent: true },
    },
    {
      name: "Discard2290Draft",
      field: "mutation.discard2290Draft",
      rest: { method: "DELETE", path: "/filings/{filingId}" },
      tool: {
        name: "discard_2290_draft",
        keywords: ["delete return draft throw away started by mistake"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "AddFilingVehicle",
      field: "mutation.addFilingVehicle",
      rest: { method: "POST", path: "/filings/{filingId}/vehicles", status: 201 },
      tool: { name: "add_filing_vehicle", firstDay: true, keywords: ["put truck on the return"] },
    },
    {
      name: "UpdateFilingVehicle",
      field: "mutation.updateFilingVehicle",
      rest: { method: "PATCH", path: "/filings/{filingId}/vehicles/{vin}" },
      tool: {
        name: "update_filing_vehicle",
        keywords: ["change category suspended truck on the return"],
        idempotent: true,
      },
    },
    {
      name: "RemoveFilingVehicle",
      field: "mutation.removeFilingVehicle",
      rest: { method: "DELETE", path: "/filings/{filingId}/vehicles/{vin}" },
      tool: {
        name: "remove_filing_vehicle",
        keywords: ["take truck off the return"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "Validate2290",
      field: "query.filingValidation",
      rest: { method: "GET", path: "/filings/{filingId}/validation" },
      tool: { name: "validate_2290", firstDay: true, keywords: ["errors before filing check return"] },
    },
    {
      name: "Preview2290",
      field: "query.form2290Preview",
      rest: { method: "GET", path: "/filings/{filingId}/preview" },
      tool: {
        name: "preview_2290",
        firstDay: true,
        keywords: ["look at", "before sending", "form", "see form before filing look"],
      },
    },
    {
      name: "Create8849Claim",
      field: "mutation.create8849Claim",
      rest: { method: "POST", path: "/8849-claims", status: 201 },
      tool: {
        name: "create_8849_claim",
        group: "claims-and-deadlines",
        keywords: ["get truck tax back refund sold stolen wrecked schedule 6"],
      },
    },
    {
      name: "Get8849Claim",
      field: "query.claim8849",
      rest: { method: "GET", path: "/8849-claims/{claimId}" },
      tool: {
        name: "get_8849_claim",
        group: "claims-and-deadlines",
        keywords: ["refund claim figures"],
      },
    },
    {
      name: "List8849Claims",
      field: "query.claims8849",
      rest: { method: "GET", path: "/8849-claims" },
      tool: {
        name: "list_8849_claims",
        group: "claims-and-deadlines",
        keywords: ["which refunds did we prepare"],
      },
    },
    {
      name: "ListFilingDeadlines",
      field: "query.filingDeadlines",
      rest: { method: "GET", path: "/filing-deadlines" },
      tool: {
        name: "list_filing_deadlines",
        group: "claims-and-deadlines",
        firstDay: true,
        keywords: ["due next", "overdue", "reminder", "which dates when due trucks"],
        example: { within: 60 },
      },
    },
    {
      name: "SetIrsPaymentMethod",
      field: "mutation.setIrsPaymentMethod",
      rest: { method: "PUT", path: "/filings/{filingId}/payment" },
      tool: {
        name: "set_irs_payment_method",
        group: "payment",
        firstDay: true,
        keywords: ["direct debit pay irs bank eftps card"],
        idempotent: true,
      },
    },
    {
      name: "RecordIrsPayment",
      field: "mutation.recordIrsPayment",
      rest: { method: "POST", path: "/filings/{filingId}/irs-payments", status: 201 },
      tool: {
        name: "record_irs_payment",
        group: "payment",
        keywords: ["paid the irs eftps confirmation number check tax paid"],
      },
    },
    {
      name: "ListIrsPayments",
      field: "query.irsPayments",
      rest: { method: "GET", path: "/irs-payments" },
      tool: {
        name: "list_irs_payments",
        group: "payment",
        keywords: ["what did we pay irs still owe open truck tax"],
      },
    },
    {
      name: "Sign2290",
      field: "mutation.sign2290",
      rest: { method: "POST", path: "/filings/{filingId}/signature" },
      tool: {
        name: "sign_2290",
        firstDay: true,
        keywords: ["sign return signature perjury pin"],
        idempotent: true,
      },
    },
    {
      name: "File2290",
      field: "mutation.file2290",
      rest: { method: "POST", path: "/form-2290", status: 202 },
      tool: {
        name: "file_2290",
        firstDay: true,
        keywords: ["submit heavy truck highway use tax form return irs e-file"],
        openWorld: true,
        job: filed,
      },
    },
    {
      name: "GetFiling",
      field: "query.filing",
      rest: { method: "GET", path: "/filings/{filingId}" },
      tool: { name: "get_filing", firstDay: true, keywords: ["status accepted has irs my return"] },
    },
    {
      name: "ListFilings",
      field: "query.filings",
      rest: { method: "GET", path: "/filings" },
      tool: { name: "list_filings", firstDay: true, keywords: ["returns i sent past years"] },
    },
    {
      name: "GetFilingErrors",
      field: "query.filingErrors",
      rest: { method: "GET", path: "/filings/{filingId}/errors" },
      tool: { name: "get_filing_errors", keywords: ["rejected why reject reasons irs"] },
    },
    {
      name: "ListFilingEvents",
      field: "query.filingEvents",
      rest: { method: "GET", path: "/filings/{filingId}/events" },
      tool: { name: "list_filing_events", keywords: ["when was return sent received timeline"] },
    },
    {
      name: "ResubmitFiling",
      field: "mutation.resubmitFiling",
      rest: { method: "POST", path: "/filings/{filingId}/resubmit", status: 202 },
      tool: {
        name: "resubmit_filing",
        firstDay: true,
        keywords: ["again after fixing rejected send"],
        openWorld: true,
        job: filed,
      },
    },
  ],
};
