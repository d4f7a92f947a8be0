import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const invoicingClientsOperations: AreaDefinition<InvoicingGroup> = {
  area: "invoicing-clients",
  title: "Clients and catalogue of the invoicing app",
  needsApp: true,
  group: "clients",
  operations: [
    {
      name: "CreateClient",
      field: "mutation.createClient",
      rest: { method: "POST", path: "/clients", status: 201 },
      tool: { name: "create_client", firstDay: true, keywords: ["new customer buyer company bill to"] },
    },
    {
      name: "GetClient",
      field: "query.client",
      rest: { method: "GET", path: "/clients/{clientId}" },
      tool: { name: "get_client", firstDay: true, keywords: ["look up customer details address"] },
    },
    {
      name: "ListClients",
      field: "query.clients",
      rest: { method: "GET", path: "/clients" },
      tool: { name: "list_clients", firstDay: true, keywords: ["all customers whom do we work for"] },
    },
    {
      name: "UpdateClient",
      field: "mutation.updateClient",
      rest: { method: "PATCH", path: "/clients/{clientId}" },
      tool: {
        name: "update_client",
        firstDay: true,
        keywords: ["customer moved new address email phone name changed"],
        idempotent: true,
      },
    },
    {
      name: "ArchiveClient",
      field: "mutation.archiveClient",
      rest: { method: "POST", path: "/clients/{clientId}/archive" },
      tool: {
        name: "archive_client",
        keywords: ["stopped working together take off list hide customer no longer work with"],
        idempotent: true,
      },
    },
    {
      name: "RestoreClient",
      field: "mutation.restoreClient",
      rest: { method: "POST", path: "/clients/{clientId}/restore" },
      tool: { name: "restore_client", keywords: ["customer is back bring back"], idempotent: true },
    },
    {
      name: "DeleteClient",
      field: "mutation.deleteClient",
      rest: { method: "DELETE", path: "/clients/{clientId}" },
      tool: {
        name: "delete_client",
        keywords: ["erase customer never billed"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "RenderClientStatementPdf",
      field: "query.clientStatementPdf",
      rest: {
        method: "GET",
        path: "/clients/{clientId}/statement/pdf",
        file: { download: "download", types: ["application/pdf"] },
      },
      tool: {
        name: "render_client_statement_pdf",
        group: "statement-files",
        keywords: ["download print account statement document"],
      },
    },
    {
      name: "GetClientStatement",
      field: "query.clientStatement",
      rest: { method: "GET", path: "/clients/{clientId}/statement" },
      tool: {
        name: "get_client_statement",
        firstDay: true,
        keywords: ["account statement everything billed paid opening closing history"],
      },
    },
    {
      name: "GetClientBalance",
      field: "query.clientBalance",
      rest: { method: "GET", path: "/clients/{clientId}/balance" },
      tool: {
        name: "get_client_balance",
        group: "client-contacts",
        keywords: ["how much does the customer owe us open amount on a day"],
      },
    },
    {
      name: "MergeClients",
      field: "mutation.mergeClients",
      rest: { method: "POST", path: "/clients/{sourceClientId}/merge" },
      tool: {
        name: "merge_clients",
        group: "client-contacts",
        keywords: ["duplicate customer twice combine join"],
        destructive: true,
      },
    },
    {
      name: "AddClientContact",
      field: "mutation.addClientContact",
      rest: { method: "POST", path: "/clients/{clientId}/contacts", status: 201 },
      tool: {
        name: "add_client_contact",
        group: "client-contacts",
        keywords: ["person at customer accounts payable recipient"],
      },
    },
    {
      name: "ListClientContacts",
      field: "query.clientContacts",
      rest: { method: "GET", path: "/clients/{clientId}/contacts" },
      tool: {
        name: "list_client_contacts",
        group: "client-contacts",
        keywords: ["people at the company who get our invoices"],
      },
    },
    {
      name: "UpdateClientContact",
      field: "mutation.updateClientContact",
      rest: { method: "PATCH", path: "/client-contacts/{contactId}" },
      tool: {
        name: "update_client_contact",
        group: "client-contacts",
        keywords: ["primary person new email receives invoices"],
        idempotent: true,
      },
    },
    {
      name: "RemoveClientContact",
      field: "mutation.removeClientContact",
      rest: { method: "DELETE", path: "/client-contacts/{contactId}" },
      tool: {
        name: "remove_client_contact",
        group: "client-contacts",
        keywords: ["person left the customer delete"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ArchiveItem",
      field: "mutation.archiveItem",
      rest: { method: "POST", path: "/items/{itemId}/archive" },
      tool: {
        name: "archive_item",
        group: "catalogue-items",
        keywords: ["hide product no longer sold"],
        idempotent: true,
      },
    },
    {
      name: "RestoreItem",
      field: "mutation.restoreItem",
      rest: { method: "POST", path: "/items/{itemId}/restore" },
      tool: {
        name: "restore_item",
        group: "catalogue-items",
        keywords: ["sell product again bring back"],
        idempotent: true,
      },
    },
    {
      name: "UpdateTaxRate",
      field: "mutation.updateTaxRate",
      rest: { method: "PATCH", path: "/tax-rates/{taxRateId}" },
      tool: { name: "update_tax_rate", group: "tax-rates", keywords: ["rename tax vat"], idempotent: true },
    },
    {
      name: "ArchiveTaxRate",
      field: "mutation.archiveTaxRate",
      rest: { method: "POST", path: "/tax-rates/{taxRateId}/archive" },
      tool: {
        name: "archive_tax_rate",
        group: "tax-rates",
        keywords: ["old vat no longer used stop"],
        idempotent: true,
      },
    },
    {
      name: "CreateItem",
      field: "mutation.createItem",
      rest: { method: "POST", path: "/items", status: 201 },
      tool: {
        name: "create_item",
        group: "catalogue-items",
        firstDay: true,
        keywords: ["product service price list article sku"],
      },
    },
    {
      name: "GetItem",
      field: "query.catalogueItem",
      details: ["usage"],
      rest: { method: "GET", path: "/items/{itemId}" },
      tool: { name: "get_item", group: "catalogue-items", keywords: ["what does product cost price"] },
    },
    {
      name: "ListItems",
      field: "query.catalogueItems",
      rest: { method: "GET", path: "/items" },
      tool: {
        name: "list_items",
        group: "catalogue-items",
        firstDay: true,
        keywords: ["price list products services what do we sell"],
      },
    },
    {
      name: "UpdateItem",
      field: "mutation.updateItem",
      rest: { method: "PATCH", path: "/items/{itemId}" },
      tool: {
        name: "update_item",
        group: "catalogue-items",
        keywords: ["new price raise price product"],
        idempotent: true,
      },
    },
    {
      name: "CreateTaxRate",
      field: "mutation.createTaxRate",
      rest: { method: "POST", path: "/tax-rates", status: 201 },
      tool: {
        name: "create_tax_rate",
        group: "tax-rates",
        firstDay: true,
        keywords: ["vat sales tax percent gst"],
      },
    },
    {
      name: "ListTaxRates",
      field: "query.taxRates",
      rest: { method: "GET", path: "/tax-rates" },
      tool: {
        name: "list_tax_rates",
        group: "tax-rates",
        firstDay: true,
        keywords: ["which taxes vat do we charge"],
      },
    },
    {
      name: "LookUpTaxRates",
      field: "query.lookedUpTaxRates",
      rest: { method: "GET", path: "/tax-rates/lookup" },
      tool: {
        name: "look_up_tax_rates",
        group: "tax-rates",
        keywords: ["sales tax vat of an address zip code stripe tax service"],
        openWorld: true,
      },
    },
    {
      name: "SetDefaultTaxRate",
      field: "mutation.setDefaultTaxRate",
      rest: { method: "PUT", path: "/tax-rates/default" },
      tool: {
        name: "set_default_tax_rate",
        group: "tax-rates",
        keywords: ["usual tax automatically"],
        idempotent: true,
      },
    },
  ],
};
