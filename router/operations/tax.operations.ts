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
      name: "SaveTaxBusiness",
      field: "mutation.saveTaxBusiness",
      documented: true,
      family: "success",
      rest: { method: "POST", path: "/integrations/taxfiling/businesses" },
      tool: { name: "save_tax_business", openWorld: true },
    },
  ],
};
