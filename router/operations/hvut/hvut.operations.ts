import type { AreaDefinition } from "../area.ts";
import type { HvutGroup } from "./groups.ts";

export const hvutOperations: AreaDefinition<HvutGroup> = {
  area: "hvut",
  title: "Heavy vehicle use tax (Form 2290)",
  needsApp: true,
  operations: [
    {
      name: "ValidateVin",
      field: "query.validateVin",
      rest: { method: "GET", path: "/vins/{vin}" },
      tool: {
        name: "validate_vin",
        group: "vehicles",
        firstDay: true,
        keywords: ["truck vin right check digit valid"],
      },
    },
    {
      name: "DecodeVin",
      field: "query.decodeVin",
      rest: { method: "GET", path: "/vins/{vin}/decoded" },
      tool: {
        name: "decode_vin",
        group: "vehicles",
        keywords: ["make model year what truck"],
        example: { vin: "3AKJHHDR9JSJV5535" },
      },
    },
    {
      name: "DetermineWeightCategory",
      field: "query.determineWeightCategory",
      rest: { method: "POST", path: "/weight-category" },
      tool: {
        name: "determine_weight_category",
        group: "calculation",
        firstDay: true,
        keywords: ["which category weight pounds truck"],
      },
    },
    {
      name: "Estimate2290Tax",
      field: "query.estimate2290Tax",
      rest: { method: "POST", path: "/tax-estimates" },
      tool: {
        name: "estimate_2290_tax",
        group: "calculation",
        firstDay: true,
        keywords: ["how much road tax truck pounds owe heavy"],
        example: { period: 2026, vehicles: [{ category: "V", firstUseMonth: "2026-07" }] },
      },
    },
    {
      name: "GetDueDate",
      field: "query.form2290DueDate",
      rest: { method: "GET", path: "/due-dates/{firstUseMonth}" },
      tool: {
        name: "get_due_date",
        group: "calculation",
        firstDay: true,
        keywords: ["deadline when must file until by when 2290"],
        example: { firstUseMonth: "2026-07" },
      },
    },
    {
      name: "CalculateVehicleCredit",
      field: "query.vehicleCredit",
      rest: { method: "GET", path: "/vehicle-credit" },
      tool: {
        name: "calculate_vehicle_credit",
        group: "calculation",
        firstDay: true,
        keywords: ["credit sold stolen low mileage truck back"],
        example: {
          vin: "3AKJHHDR9JSJV5535",
          taxPaid: 550,
          firstUseMonth: "2025-07",
          disposalMonth: "2025-12",
        },
      },
    },
    {
      name: "EstimatePenalty",
      field: "query.form2290Penalty",
      rest: { method: "GET", path: "/penalty-estimate" },
      tool: {
        name: "estimate_penalty",
        group: "calculation",
        keywords: ["late fine interest file after deadline"],
      },
    },
    {
      name: "Get2290TaxTables",
      field: "query.form2290TaxTables",
      rest: { method: "GET", path: "/tax-tables/{period}" },
    },
    {
      name: "CreateFiler",
      field: "mutation.createFiler",
      rest: { method: "POST", path: "/filers", status: 201 },
      tool: {
        name: "create_filer",
        group: "filers",
        firstDay: true,
        keywords: ["company taxpayer business who files"],
      },
    },
    {
      name: "GetFiler",
      field: "query.filer",
      rest: { method: "GET", path: "/filers/{filerId}" },
      tool: { name: "get_filer", group: "filers", keywords: ["show trucking company"] },
    },
    {
      name: "ListFilers",
      field: "query.filers",
      rest: { method: "GET", path: "/filers" },
      tool: { name: "list_filers", group: "filers", keywords: ["companies i file for"] },
    },
    {
      name: "UpdateFiler",
      field: "mutation.updateFiler",
      rest: { method: "PATCH", path: "/filers/{filerId}" },
      tool: {
        name: "update_filer",
        group: "filers",
        keywords: ["trucking company moved name changed"],
        idempotent: true,
      },
    },
    {
      name: "ArchiveFiler",
      field: "mutation.archiveFiler",
      rest: { method: "POST", path: "/filers/{filerId}/archive" },
      tool: {
        name: "archive_filer",
        group: "filers",
        keywords: ["no longer file for company"],
        idempotent: true,
      },
    },
    {
      name: "RenewFilerEntryLink",
      field: "mutation.renewFilerEntryLink",
      rest: {
        method: "POST",
        path: "/filers/{filerId}/entry-link",
      },
    },
    // No tools: tax numbers must not be tool arguments.
    {
      name: "SetFilerNumbers",
      field: "mutation.setFilerNumbers",
      rest: { method: "PUT", path: "/filers/{filerId}/numbers" },
    },
    {
      name: "FilerNumbersPage",
      field: "query.filerNumbersPage",
      rest: { method: "GET", path: "/filer-numbers/{token}", page: "filer-numbers", needsApp: false },
    },
    {
      name: "EnterFilerNumbers",
      field: "mutation.enterFilerNumbers",
      rest: {
        method: "POST",
        path: "/filer-numbers/{token}",
        page: "filer-numbers",
        formBody: true,
        needsApp: false,
      },
    },
    {
      name: "ValidateEin",
      field: "query.filerEinCheck",
      rest: { method: "GET", path: "/filers/{filerId}/ein-check" },
      tool: {
        name: "validate_ein",
        group: "filers",
        firstDay: true,
        keywords: ["company tax number employer check right"],
      },
    },
    {
      name: "AddVehicle",
      field: "mutation.addVehicle",
      rest: { method: "POST", path: "/filers/{filerId}/vehicles", status: 201 },
      tool: { name: "add_vehicle", group: "vehicles", firstDay: true, keywords: ["truck new fleet put"] },
    },
    {
      name: "GetVehicle",
      field: "query.vehicle",
      rest: { method: "GET", path: "/vehicles/{vehicleId}" },
      tool: { name: "get_vehicle", group: "vehicles", keywords: ["show truck"] },
    },
    {
      name: "ListVehicles",
      field: "query.vehicles",
      rest: { method: "GET", path: "/filers/{filerId}/vehicles" },
      tool: {
        name: "list_vehicles",
        group: "vehicles",
        firstDay: true,
        keywords: ["my trucks fleet my trucks fleet not filed missing yet"],
      },
    },
    {
      name: "UpdateVehicle",
      field: "mutation.updateVehicle",
      rest: { method: "PATCH", path: "/vehicles/{vehicleId}" },
      tool: {
        name: "update_vehicle",
        group: "vehicles",
        keywords: ["change truck weight unit number vin typo"],
        idempotent: true,
      },
    },
    {
      name: "ImportVehicles",
      field: "mutation.importVehicles",
      rest: { method: "POST", path: "/vehicles/import" },
      tool: {
        name: "import_vehicles",
        group: "vehicles",
        firstDay: true,
        keywords: ["fleet spreadsheet csv load trucks"],
        file: { as: "csv", encoding: "utf8", types: ["text/csv", "text/plain"] },
      },
    },
    {
      name: "RecordVehicleDisposal",
      field: "mutation.recordVehicleDisposal",
      rest: { method: "POST", path: "/vehicles/{vehicleId}/disposal" },
      tool: {
        name: "record_vehicle_disposal",
        group: "vehicles",
        firstDay: true,
        keywords: ["sold truck stolen destroyed got rid"],
      },
    },
    {
      name: "RecordMileage",
      field: "mutation.recordMileage",
      rest: { method: "POST", path: "/vehicles/{vehicleId}/mileage" },
      tool: {
        name: "record_mileage",
        group: "vehicles",
        idempotent: true,
        keywords: ["odometer", "driven", "5000 miles", "miles driven odometer"],
      },
    },
    {
      name: "RemoveVehicle",
      field: "mutation.removeVehicle",
      rest: { method: "DELETE", path: "/vehicles/{vehicleId}" },
      tool: {
        name: "remove_vehicle",
        group: "vehicles",
        keywords: ["delete truck entered by mistake"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
