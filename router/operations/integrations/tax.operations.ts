import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const taxOperations: AreaDefinition<CentralGroup> = {
  area: "tax",
  title: "Tax-form filing",
  family: "success",
  group: "tax-forms",
  operations: [
    {
      name: "TaxFilingHealth",
      field: "query.taxFilingHealth",
      documented: true,
      rest: { method: "GET", path: "/integrations/taxfiling/health" },
      tool: { name: "tax_filing_health", keywords: ["is the tax filing provider connected"] },
    },
    {
      name: "ListTaxBusinesses",
      field: "query.taxBusinesses",
      documented: true,
      rest: { method: "GET", path: "/integrations/taxfiling/businesses" },
      tool: { name: "list_tax_businesses", keywords: ["payers employers that file 1099 w2"] },
    },
    {
      // No tool, nor for filing and correcting: tax numbers are no arguments for agents.
      name: "SaveTaxBusiness",
      field: "mutation.saveTaxBusiness",
      documented: true,
      rest: { method: "POST", path: "/integrations/taxfiling/businesses" },
    },
    {
      name: "FileTaxForm",
      field: "mutation.fileTaxForm",
      documented: true,
      rest: { method: "POST", path: "/integrations/taxfiling/forms/1099-nec" },
    },
    {
      name: "ListTaxForms",
      field: "query.taxForms",
      rest: { method: "GET", path: "/integrations/taxfiling/forms" },
      tool: { name: "list_tax_forms", keywords: ["1099 w2 forms filed accepted rejected"] },
    },
    {
      name: "GetTaxForm",
      field: "query.taxForm",
      rest: { method: "GET", path: "/integrations/taxfiling/forms/{formId}" },
      tool: { name: "get_tax_form", keywords: ["one 1099 w2 form status"] },
    },
    {
      name: "CorrectTaxForm",
      field: "mutation.correctTaxForm",
      rest: { method: "POST", path: "/integrations/taxfiling/forms/{formId}/correct" },
    },
    {
      name: "VoidTaxForm",
      field: "mutation.voidTaxForm",
      rest: { method: "POST", path: "/integrations/taxfiling/forms/{formId}/void" },
      tool: {
        name: "void_tax_form",
        keywords: ["cancel a filed 1099 w2"],
        destructive: true,
        openWorld: true,
      },
    },
    {
      name: "GetTaxFormPdf",
      field: "query.taxFormPdf",
      rest: { method: "GET", path: "/integrations/taxfiling/forms/{formId}/pdf" },
      tool: { name: "get_tax_form_pdf", keywords: ["print recipient copy 1099 w2"] },
    },
    {
      name: "ReceiveTaxEvent",
      field: "mutation.receiveTaxEvent",
      rest: {
        method: "POST",
        path: "/integrations/taxfiling/webhook",
        rawBody: { signatureHeader: "x-taxfiling-signature" },
      },
    },
    {
      name: "ReceiveTaxBanditsEvent",
      field: "mutation.receiveTaxBanditsEvent",
      rest: {
        method: "POST",
        path: "/integrations/taxfiling/taxbandits-webhook",
        rawBody: { signatureHeader: "signature", timestampHeader: "timestamp" },
      },
    },
  ],
};
