import { hvutRow as row } from "./hvut-row.ts";
import type { OperationArea } from "./operation.ts";

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
      name: "FilerNumbersPage",
      field: "query.filerNumbersPage",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/filer-numbers/{token}", page: "filer-numbers" },
    },
    {
      name: "EnterFilerNumbers",
      field: "mutation.enterFilerNumbers",
      documented: false,
      family: "bare",
      rest: { method: "POST", path: "/filer-numbers/{token}", page: "filer-numbers", formBody: true },
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
        file: { as: "csv", encoding: "utf8", types: ["text/csv", "text/plain"] },
      },
    ),
    row(
      "RecordVehicleDisposal",
      "mutation.recordVehicleDisposal",
      { method: "POST", path: "/vehicles/{vehicleId}/disposal" },
      { name: "record_vehicle_disposal" },
    ),
    row(
      "RecordMileage",
      "mutation.recordMileage",
      { method: "POST", path: "/vehicles/{vehicleId}/mileage" },
      {
        name: "record_mileage",
        idempotent: true,
        keywords: ["odometer", "driven", "5000 miles"],
      },
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
  ],
};
