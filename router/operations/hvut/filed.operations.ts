import type { AreaDefinition } from "../area.ts";
import type { HvutGroup } from "./groups.ts";
import { filed, hvutFilingsArea } from "./hvut-filings.area.ts";

export const hvutFiledOperations: AreaDefinition<HvutGroup> = {
  ...hvutFilingsArea,
  group: "amendments",
  operations: [
    {
      name: "GetSchedule1",
      field: "query.schedule1",
      rest: { method: "GET", path: "/filings/{filingId}/schedule1" },
      tool: {
        name: "get_schedule1",
        group: "schedule-1",
        firstDay: true,
        keywords: ["stamped proof schedule 1 paid tags registration"],
      },
    },
    {
      name: "RenderSchedule1Pdf",
      field: "query.schedule1Pdf",
      rest: {
        method: "GET",
        path: "/filings/{filingId}/schedule1/pdf",
        file: { download: "download", types: ["application/pdf"] },
      },
      tool: {
        name: "render_schedule1_pdf",
        group: "schedule-1",
        firstDay: true,
        keywords: ["print download stamped"],
      },
    },
    {
      name: "EmailSchedule1",
      field: "mutation.emailSchedule1",
      rest: { method: "POST", path: "/filings/{filingId}/schedule1/email", status: 202 },
      tool: {
        name: "email_schedule1",
        group: "schedule-1",
        keywords: ["send stamped schedule mail driver registrar dmv"],
        openWorld: true,
      },
    },
    {
      name: "VerifySchedule1",
      field: "query.schedule1Verification",
      rest: { method: "GET", path: "/verify/{code}", needsApp: false },
      tool: {
        name: "verify_schedule1",
        group: "schedule-1",
        keywords: ["is stamp genuine real fake check paper"],
      },
    },
    {
      name: "AmendFiling",
      field: "mutation.amendFiling",
      rest: { method: "POST", path: "/filings/{filingId}/amendments", status: 202 },
      tool: {
        name: "amend_filing",
        firstDay: true,
        keywords: ["change filed return amended"],
        openWorld: true,
        job: filed,
      },
    },
    {
      name: "ListAmendments",
      field: "query.amendments",
      rest: { method: "GET", path: "/filings/{filingId}/amendments" },
      tool: { name: "list_amendments", keywords: ["corrections of return"] },
    },
    {
      name: "ReportWeightIncrease",
      field: "mutation.reportWeightIncrease",
      rest: { method: "POST", path: "/weight-increases", status: 201 },
      tool: {
        name: "report_weight_increase",
        firstDay: true,
        keywords: ["heavier truck weight went up more than declared"],
      },
    },
    {
      name: "ReportMileageExceeded",
      field: "mutation.reportMileageExceeded",
      rest: { method: "POST", path: "/mileage-exceeded", status: 201 },
      tool: {
        name: "report_mileage_exceeded",
        firstDay: true,
        keywords: ["over 5000 miles suspended too far"],
      },
    },
    {
      name: "CorrectVin",
      field: "mutation.correctVin",
      rest: { method: "POST", path: "/filings/{filingId}/vin-corrections", status: 201 },
      tool: { name: "correct_vin", firstDay: true, keywords: ["wrong vin typo return fix"] },
    },
    {
      name: "ReceiveFilingAck",
      field: "mutation.receiveFilingAck",
      rest: {
        method: "POST",
        path: "/irs/acks",
        rawBody: { signatureHeader: "x-efile-signature" },
        needsApp: false,
      },
    },
  ],
};
