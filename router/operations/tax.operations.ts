import type { OperationArea } from "./operation.ts";

export const taxOperations: OperationArea = {
  area: "tax",
  title: "Tax-form filing",
  operations: [
    {
      name: "TaxFilingHealth",
      field: "query.taxFilingHealth",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/integrations/taxfiling/health" },
      tool: { name: "tax_filing_health" },
    },
    {
      name: "ListTaxBusinesses",
      field: "query.taxBusinesses",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/integrations/taxfiling/businesses" },
      tool: { name: "list_tax_businesses" },
    },
    {
      // No tool, nor for filing and correcting: tax numbers are no arguments for agents.
      name: "SaveTaxBusiness",
      field: "mutation.saveTaxBusiness",
      documented: true,
      family: "success",
      rest: { method: "POST", path: "/integrations/taxfiling/businesses" },
    },
    {
      name: "FileTaxForm",
      field: "mutation.fileTaxForm",
      documented: true,
      family: "success",
      rest: { method: "POST", path: "/integrations/taxfiling/forms/1099-nec" },
    },
    {
      name: "ListTaxForms",
      field: "query.taxForms",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/integrations/taxfiling/forms" },
      tool: { name: "list_tax_forms" },
    },
    {
      name: "GetTaxForm",
      field: "query.taxForm",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/integrations/taxfiling/forms/{formId}" },
      tool: { name: "get_tax_form" },
    },
    {
      name: "CorrectTaxForm",
      field: "mutation.correctTaxForm",
      documented: false,
      family: "success",
      rest: { method: "POST", path: "/integrations/taxfiling/forms/{formId}/correct" },
    },
    {
      name: "VoidTaxForm",
      field: "mutation.voidTaxForm",
      documented: false,
      family: "success",
      rest: { method: "POST", path: "/integrations/taxfiling/forms/{formId}/void" },
      tool: { name: "void_tax_form", destructive: true, openWorld: true },
    },
    {
      name: "GetTaxFormPdf",
      field: "query.taxFormPdf",
      documented: false,
      family: "success",
      rest: { method: "GET", path: "/integrations/taxfiling/forms/{formId}/pdf" },
      tool: { name: "get_tax_form_pdf" },
    },
    {
      name: "ReceiveTaxEvent",
      field: "mutation.receiveTaxEvent",
      documented: false,
      family: "success",
      rest: {
        method: "POST",
        path: "/integrations/taxfiling/webhook",
        rawBody: { signatureHeader: "x-taxfiling-signature" },
      },
    },
  ],
};
