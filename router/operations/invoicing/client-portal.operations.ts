import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

const pdf = { download: "download", types: ["application/pdf"] } as const;

export const clientPortalOperations: AreaDefinition<InvoicingGroup> = {
  area: "client-portal",
  title: "Pages of clients of the invoicing app",
  needsApp: true,
  group: "client-portal",
  operations: [
    {
      name: "CreateClientPortalLink",
      field: "mutation.createClientPortalLink",
      rest: { method: "POST", path: "/clients/{clientId}/portal-link", status: 201 },
      tool: {
        name: "create_client_portal_link",
        keywords: ["self service page see all invoices share access"],
      },
    },
    {
      name: "RevokeClientPortalLink",
      field: "mutation.revokeClientPortalLink",
      rest: { method: "DELETE", path: "/clients/{clientId}/portal-link" },
      tool: {
        name: "revoke_client_portal_link",
        keywords: ["end the self service page"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ClientPortalPage",
      field: "query.clientPortalPage",
      rest: { method: "GET", path: "/portal/clients/{token}", page: "client-portal", needsApp: false },
    },
    {
      name: "UpdatePortalContact",
      field: "mutation.updatePortalContact",
      rest: {
        method: "POST",
        path: "/portal/clients/{token}",
        page: "client-portal",
        formBody: true,
        needsApp: false,
      },
    },
    {
      name: "RemovePortalPaymentMethod",
      field: "mutation.removePortalPaymentMethod",
      rest: {
        method: "POST",
        path: "/portal/clients/{token}/payment-methods/{methodId}/remove",
        page: "client-portal",
        formBody: true,
        needsApp: false,
      },
    },
    {
      name: "ClientPortalReceipt",
      field: "query.clientPortalReceipt",
      rest: {
        method: "GET",
        path: "/portal/clients/{token}/receipts/{paymentId}",
        file: pdf,
        needsApp: false,
      },
    },
    {
      name: "InvoicePdfByLink",
      field: "query.invoicePdfByLink",
      rest: { method: "GET", path: "/pay/{token}/pdf", file: pdf, needsApp: false },
    },
    {
      name: "QuotationPdfByLink",
      field: "query.quotationPdfByLink",
      rest: { method: "GET", path: "/portal/quotations/{token}/pdf", file: pdf, needsApp: false },
    },
  ],
};
