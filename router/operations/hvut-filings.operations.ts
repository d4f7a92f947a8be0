import { hvutRow as row } from "./hvut-row.ts";
import type { JobDoor, OperationArea } from "./operation.ts";

/** A return is decided after the answer. */
const filed: JobDoor = {
  id: "filingId",
  readWith: "get_filing",
  argument: "filingId",
  state: "status",
  done: ["accepted"],
  failed: ["rejected"],
};

export const hvutFilingsOperations: OperationArea = {
  area: "hvut-filings",
  title: "Returns of Form 2290",
  operations: [
    row(
      "Create2290Draft",
      "mutation.create2290Draft",
      { method: "POST", path: "/filings", status: 201 },
      {
        name: "create_2290_draft",
        example: { filerId: "flr_01", period: 2026, firstUseMonth: "2026-07" },
      },
    ),
    row(
      "Update2290Draft",
      "mutation.update2290Draft",
      { method: "PATCH", path: "/filings/{filingId}" },
      {
        name: "update_2290_draft",
        idempotent: true,
      },
    ),
    row(
      "AddFilingVehicle",
      "mutation.addFilingVehicle",
      { method: "POST", path: "/filings/{filingId}/vehicles", status: 201 },
      { name: "add_filing_vehicle" },
    ),
    row(
      "RemoveFilingVehicle",
      "mutation.removeFilingVehicle",
      { method: "DELETE", path: "/filings/{filingId}/vehicles/{vin}" },
      { name: "remove_filing_vehicle", destructive: true, idempotent: true },
    ),
    row(
      "Validate2290",
      "query.filingValidation",
      { method: "GET", path: "/filings/{filingId}/validation" },
      {
        name: "validate_2290",
      },
    ),
    row(
      "Preview2290",
      "query.form2290Preview",
      { method: "GET", path: "/filings/{filingId}/preview" },
      { name: "preview_2290", keywords: ["look at", "before sending", "form"] },
    ),
    row(
      "ListFilingDeadlines",
      "query.filingDeadlines",
      { method: "GET", path: "/filing-deadlines" },
      {
        name: "list_filing_deadlines",
        keywords: ["due next", "overdue", "reminder"],
        example: { within: 60 },
      },
    ),
    row(
      "SetIrsPaymentMethod",
      "mutation.setIrsPaymentMethod",
      { method: "PUT", path: "/filings/{filingId}/payment" },
      { name: "set_irs_payment_method", idempotent: true },
    ),
    row(
      "Sign2290",
      "mutation.sign2290",
      { method: "POST", path: "/filings/{filingId}/signature" },
      {
        name: "sign_2290",
        idempotent: true,
      },
    ),
    row(
      "File2290",
      "mutation.file2290",
      { method: "POST", path: "/form-2290", status: 202 },
      {
        name: "file_2290",
        openWorld: true,
        job: filed,
      },
    ),
    row("GetFiling", "query.filing", { method: "GET", path: "/filings/{filingId}" }, { name: "get_filing" }),
    row("ListFilings", "query.filings", { method: "GET", path: "/filings" }, { name: "list_filings" }),
    row(
      "GetFilingErrors",
      "query.filingErrors",
      { method: "GET", path: "/filings/{filingId}/errors" },
      {
        name: "get_filing_errors",
      },
    ),
    row(
      "ListFilingEvents",
      "query.filingEvents",
      { method: "GET", path: "/filings/{filingId}/events" },
      {
        name: "list_filing_events",
      },
    ),
    row(
      "ResubmitFiling",
      "mutation.resubmitFiling",
      { method: "POST", path: "/filings/{filingId}/resubmit", status: 202 },
      { name: "resubmit_filing", openWorld: true, job: filed },
    ),
    row(
      "GetSchedule1",
      "query.schedule1",
      { method: "GET", path: "/filings/{filingId}/schedule1" },
      {
        name: "get_schedule1",
      },
    ),
    row(
      "RenderSchedule1Pdf",
      "query.schedule1Pdf",
      {
        method: "GET",
        path: "/filings/{filingId}/schedule1/pdf",
        file: { download: "download", types: ["application/pdf"] },
      },
      { name: "render_schedule1_pdf" },
    ),
    {
      name: "VerifySchedule1",
      field: "query.schedule1Verification",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/verify/{code}" },
      tool: { name: "verify_schedule1" },
    },
    row(
      "AmendFiling",
      "mutation.amendFiling",
      { method: "POST", path: "/filings/{filingId}/amendments", status: 202 },
      { name: "amend_filing", openWorld: true, job: filed },
    ),
    row(
      "ListAmendments",
      "query.amendments",
      { method: "GET", path: "/filings/{filingId}/amendments" },
      {
        name: "list_amendments",
      },
    ),
    row(
      "ReportWeightIncrease",
      "mutation.reportWeightIncrease",
      { method: "POST", path: "/weight-increases", status: 201 },
      { name: "report_weight_increase" },
    ),
    row(
      "ReportMileageExceeded",
      "mutation.reportMileageExceeded",
      { method: "POST", path: "/mileage-exceeded", status: 201 },
      { name: "report_mileage_exceeded" },
    ),
    row(
      "CorrectVin",
      "mutation.correctVin",
      { method: "POST", path: "/filings/{filingId}/vin-corrections", status: 201 },
      { name: "correct_vin" },
    ),
    {
      name: "ReceiveFilingAck",
      field: "mutation.receiveFilingAck",
      documented: false,
      family: "bare",
      rest: { method: "POST", path: "/irs/acks", rawBody: { signatureHeader: "x-efile-signature" } },
    },
  ],
};
