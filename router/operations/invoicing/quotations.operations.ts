import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const quotationsOperations: AreaDefinition<InvoicingGroup> = {
  area: "quotations",
  title: "Quotations of the invoicing app",
  needsApp: true,
  group: "quotations",
  operations: [
    {
      name: "CreateQuotation",
      field: "mutation.createQuotation",
      rest: { method: "POST", path: "/quotations", status: 201 },
      tool: {
        name: "create_quotation",
        firstDay: true,
        keywords: ["offer estimate quote bid proposal price"],
      },
    },
    {
      name: "GetQuotation",
      field: "query.quotation",
      rest: { method: "GET", path: "/quotations/{quotationId}" },
      tool: { name: "get_quotation", keywords: ["show offer estimate accepted yet"] },
    },
    {
      name: "ListQuotations",
      field: "query.quotations",
      rest: { method: "GET", path: "/quotations" },
      tool: {
        name: "list_quotations",
        firstDay: true,
        keywords: ["offers estimates bids quotes open expired ran out no answer"],
      },
    },
    {
      name: "UpdateQuotation",
      field: "mutation.updateQuotation",
      rest: { method: "PATCH", path: "/quotations/{quotationId}" },
      tool: { name: "update_quotation", keywords: ["change price in offer estimate"], idempotent: true },
    },
    {
      name: "DeleteDraftQuotation",
      field: "mutation.deleteDraftQuotation",
      rest: { method: "DELETE", path: "/quotations/{quotationId}" },
      tool: {
        name: "delete_draft_quotation",
        keywords: ["throw away offer estimate"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "SendQuotation",
      field: "mutation.sendQuotation",
      rest: { method: "POST", path: "/quotations/{quotationId}/send" },
      tool: {
        name: "send_quotation",
        firstDay: true,
        keywords: ["email offer estimate quote over"],
        openWorld: true,
      },
    },
    {
      name: "AcceptQuotation",
      field: "mutation.acceptQuotation",
      rest: { method: "POST", path: "/quotations/{quotationId}/accept" },
      tool: {
        name: "accept_quotation",
        firstDay: true,
        keywords: ["customer said yes agreed offer"],
        idempotent: true,
      },
    },
    {
      name: "DeclineQuotation",
      field: "mutation.declineQuotation",
      rest: { method: "POST", path: "/quotations/{quotationId}/decline" },
      tool: { name: "decline_quotation", keywords: ["customer said no rejected offer"], idempotent: true },
    },
    {
      name: "RenderQuotationPdf",
      field: "query.quotationPdf",
      rest: {
        method: "GET",
        path: "/quotations/{quotationId}/pdf",
        file: { download: "download", types: ["application/pdf"] },
      },
      tool: { name: "render_quotation_pdf", keywords: ["download print estimate offer document"] },
    },
    {
      name: "ConvertQuotationToInvoice",
      field: "mutation.convertQuotationToInvoice",
      rest: { method: "POST", path: "/quotations/{quotationId}/convert" },
      tool: {
        name: "convert_quotation_to_invoice",
        firstDay: true,
        keywords: ["turn quote estimate offer into bill"],
        idempotent: true,
      },
    },
    {
      name: "CreateExternalQuotation",
      field: "mutation.createExternalQuotation",
      documented: true,
      family: "success",
      bodyKey: "quotation",
      rest: { method: "POST", path: "/createExternalQuotation", status: 201, needsApp: false },
      tool: {
        name: "create_external_quotation",
        group: "external-documents",
        keywords: ["quote estimate from another system api"],
      },
    },
    {
      name: "GetExternalQuotations",
      field: "query.externalQuotations",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/getExternalQuotations", needsApp: false },
      tool: {
        name: "list_external_quotations",
        group: "external-documents",
        keywords: ["quotes for another system sync"],
      },
    },
    {
      name: "QuotationPortalPage",
      field: "query.quotationPortalPage",
      rest: { method: "GET", path: "/portal/quotations/{token}", page: "quotation-portal", needsApp: false },
    },
    {
      name: "AcceptQuotationByLink",
      field: "mutation.acceptQuotationByLink",
      rest: {
        method: "POST",
        path: "/portal/quotations/{token}/accept",
        page: "quotation-portal",
        formBody: true,
        needsApp: false,
      },
    },
    {
      name: "DeclineQuotationByLink",
      field: "mutation.declineQuotationByLink",
      rest: {
        method: "POST",
        path: "/portal/quotations/{token}/decline",
        page: "quotation-portal",
        formBody: true,
        needsApp: false,
      },
    },
  ],
};
