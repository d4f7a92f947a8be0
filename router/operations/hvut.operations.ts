import type { JobDoor, OperationArea, OperationRow, RestDoor, ToolDoor } from "./operation.ts";

/** The rows of this app differ in these facts alone. */
function row(
  name: string,
  field: OperationRow["field"],
  rest: Omit<RestDoor, "needsApp">,
  tool?: ToolDoor,
): OperationRow {
  const doors = { rest: { ...rest, needsApp: true }, ...(tool ? { tool } : {}) };
  return { name, field, documented: false, family: "bare", ...doors };
}

/** A return is decided after the answer. */
const filed: JobDoor = {
  id: "filingId",
  readWith: "get_filing",
  argument: "filingId",
  state: "status",
  done: ["accepted"],
  failed: ["rejected"],
};

export const hvutOperations: OperationArea = {
  area: "hvut",
  title: "Heavy vehicle use tax (Form 2290)",
  operations: [
    row("ValidateVin", "query.validateVin", { method: "GET", path: "/vins/{vin}" }, { name: "validate_vin" }),
    row(
      "DecodeVin",
      "query.decodeVin",
      { method: "GET", path: "/vins/{vin}/decoded" },
      {
        name: "decode_vin",
        example: { vin: "3AKJHHDR9JSJV5535" },
      },
    ),
    row(
      "DetermineWeightCategory",
      "query.determineWeightCategory",
      { method: "POST", path: "/weight-category" },
      { name: "determine_weight_category" },
    ),
    row(
      "Estimate2290Tax",
      "query.estimate2290Tax",
      { method: "POST", path: "/tax-estimates" },
      {
        name: "estimate_2290_tax",
        example: { period: 2026, vehicles: [{ category: "V", firstUseMonth: "2026-07" }] },
      },
    ),
    row(
      "GetDueDate",
      "query.form2290DueDate",
      { method: "GET", path: "/due-dates/{firstUseMonth}" },
      { name: "get_due_date", example: { firstUseMonth: "2026-07" } },
    ),
    row(
      "CalculateVehicleCredit",
      "query.vehicleCredit",
      { method: "GET", path: "/vehicle-credit" },
      {
        name: "calculate_vehicle_credit",
        example: {
          vin: "3AKJHHDR9JSJV5535",
          taxPaid: 550,
          firstUseMonth: "2025-07",
          disposalMonth: "2025-12",
        },
      },
    ),
    row(
      "EstimatePenalty",
      "query.form2290Penalty",
      { method: "GET", path: "/penalty-estimate" },
      { name: "estimate_penalty" },
    ),
    row("Get2290TaxTables", "query.form2290TaxTables", { method: "GET", path: "/tax-tables/{period}" }),
    row(
      "CreateFiler",
      "mutation.createFiler",
      { method: "POST", path: "/filers", status: 201 },
      {
        name: "create_filer",
      },
    ),
    row("GetFiler", "query.filer", { method: "GET", path: "/filers/{filerId}" }, { name: "get_filer" }),
    row("ListFilers", "query.filers", { method: "GET", path: "/filers" }, { name: "list_filers" }),
    row(
      "UpdateFiler",
      "mutation.updateFiler",
      { method: "PATCH", path: "/filers/{filerId}" },
      {
        name: "update_filer",
        idempotent: true,
      },
    ),
    row(
      "ArchiveFiler",
      "mutation.archiveFiler",
      { method: "POST", path: "/filers/{filerId}/archive" },
      {
        name: "archive_filer",
        idempotent: true,
      },
    ),
    row("RenewFilerEntryLink", "mutation.renewFilerEntryLink", {
      method: "POST",
      path: "/filers/{filerId}/entry-link",
    }),
    // No tool for either: tax numbers are no arguments for agents.
    row("SetFilerNumbers", "mutation.setFilerNumbers", { method: "PUT", path: "/filers/{filerId}/numbers" }),
    {
      name: "EnterFilerNumbers",
      field: "mutation.enterFilerNumbers",
      documented: false,
      family: "bare",
      rest: { method: "POST", path: "/filer-numbers/{token}" },
    },
    row(
      "ValidateEin",
      "query.filerEinCheck",
      { method: "GET", path: "/filers/{filerId}/ein-check" },
      {
        name: "validate_ein",
      },
    ),
    row(
      "AddVehicle",
      "mutation.addVehicle",
      { method: "POST", path: "/filers/{filerId}/vehicles", status: 201 },
      { name: "add_vehicle" },
    ),
    row(
      "GetVehicle",
      "query.vehicle",
      { method: "GET", path: "/vehicles/{vehicleId}" },
      {
        name: "get_vehicle",
      },
    ),
    row(
      "ListVehicles",
      "query.vehicles",
      { method: "GET", path: "/filers/{filerId}/vehicles" },
      {
        name: "list_vehicles",
      },
    ),
    row(
      "ImportVehicles",
      "mutation.importVehicles",
      { method: "POST", path: "/vehicles/import" },
      {
        name: "import_vehicles",
      },
    ),
    row(
      "RecordVehicleDisposal",
      "mutation.recordVehicleDisposal",
      { method: "POST", path: "/vehicles/{vehicleId}/disposal" },
      { name: "record_vehicle_disposal" },
    ),
    row(
      "RemoveVehicle",
      "mutation.removeVehicle",
      { method: "DELETE", path: "/vehicles/{vehicleId}" },
      {
        name: "remove_vehicle",
        destructive: true,
        idempotent: true,
      },
    ),
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
