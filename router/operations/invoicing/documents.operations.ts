import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const invoicingDocumentsOperations: AreaDefinition<InvoicingGroup> = {
  area: "invoicing-documents",
  title: "Documents, reminders and schedules of the invoicing app",
  needsApp: true,
  group: "invoices",
  operations: [
    {
      name: "PreviewInvoiceTotals",
      field: "query.invoiceTotalsPreview",
      rest: { method: "POST", path: "/invoices/preview" },
      tool: {
        name: "preview_invoice_totals",
        firstDay: true,
        keywords: ["how much will come to before sum"],
      },
    },
    {
      name: "GetPaymentLink",
      field: "query.invoicePaymentLink",
      rest: { method: "GET", path: "/invoices/{invoiceId}/payment-link" },
      tool: { name: "get_payment_link", firstDay: true, keywords: ["pay online card url"] },
    },
    {
      name: "RenderInvoicePdf",
      field: "query.invoicePdf",
      rest: {
        method: "GET",
        path: "/invoices/{invoiceId}/pdf",
        file: { download: "download", types: ["application/pdf", "application/xml"] },
      },
      tool: { name: "render_invoice_pdf", firstDay: true, keywords: ["download print pdf bill document"] },
    },
    {
      name: "AttachInvoiceFile",
      field: "mutation.attachInvoiceFile",
      rest: { method: "POST", path: "/invoices/{invoiceId}/files", status: 201 },
      tool: {
        name: "attach_invoice_file",
        group: "invoice-files",
        keywords: ["add timesheet contract attachment to the mail of a bill"],
        idempotent: true,
      },
    },
    {
      name: "ListInvoiceFiles",
      field: "query.invoiceFiles",
      rest: { method: "GET", path: "/invoices/{invoiceId}/files" },
      tool: {
        name: "list_invoice_files",
        group: "invoice-files",
        keywords: ["which attachments are sent with a bill"],
      },
    },
    {
      name: "RemoveInvoiceFile",
      field: "mutation.removeInvoiceFile",
      rest: { method: "DELETE", path: "/invoices/{invoiceId}/files/{attachmentId}" },
      tool: {
        name: "remove_invoice_file",
        group: "invoice-files",
        keywords: ["take back attachment of a bill"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListOverdueInvoices",
      field: "query.overdueInvoices",
      rest: { method: "GET", path: "/overdue-invoices" },
      tool: {
        name: "list_overdue_invoices",
        firstDay: true,
        keywords: ["late unpaid who has not paid past due owe chase"],
      },
    },
    {
      name: "DuplicateInvoice",
      field: "mutation.duplicateInvoice",
      rest: { method: "POST", path: "/invoices/{invoiceId}/duplicate", status: 201 },
      tool: { name: "duplicate_invoice", keywords: ["copy again last month template"] },
    },
    {
      name: "SendPaymentReminder",
      field: "mutation.sendPaymentReminder",
      rest: { method: "POST", path: "/invoices/{invoiceId}/reminders", status: 201 },
      tool: {
        name: "send_payment_reminder",
        group: "payment-reminders",
        firstDay: true,
        keywords: ["nudge chase late dunning remind pay"],
        openWorld: true,
      },
    },
    {
      name: "CreateReminderRule",
      field: "mutation.createReminderRule",
      rest: { method: "POST", path: "/reminder-rules", status: 201 },
      tool: {
        name: "create_reminder_rule",
        group: "payment-reminders",
        keywords: ["automatic dunning chase late payers days after due"],
        openWorld: true,
      },
    },
    {
      name: "ListReminderRules",
      field: "query.reminderRules",
      rest: { method: "GET", path: "/reminder-rules" },
      tool: {
        name: "list_reminder_rules",
        group: "payment-reminders",
        keywords: ["which automatic dunning stages"],
      },
    },
    {
      name: "UpdateReminderRule",
      field: "mutation.updateReminderRule",
      rest: { method: "PATCH", path: "/reminder-rules/{ruleId}" },
      tool: {
        name: "update_reminder_rule",
        group: "payment-reminders",
        keywords: ["change dunning stages switch off"],
        idempotent: true,
      },
    },
    {
      name: "DeleteReminderRule",
      field: "mutation.deleteReminderRule",
      rest: { method: "DELETE", path: "/reminder-rules/{ruleId}" },
      tool: {
        name: "delete_reminder_rule",
        group: "payment-reminders",
        keywords: ["no more automatic dunning remove"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "CreateRecurringInvoice",
      field: "mutation.createRecurringInvoice",
      rest: { method: "POST", path: "/recurring-invoices", status: 201 },
      tool: {
        name: "create_recurring_invoice",
        group: "recurring-invoices",
        firstDay: true,
        keywords: ["every month automatically subscription repeat retainer"],
      },
    },
    {
      name: "ListRecurringInvoices",
      field: "query.recurringInvoices",
      rest: { method: "GET", path: "/recurring-invoices" },
      tool: {
        name: "list_recurring_invoices",
        group: "recurring-invoices",
        keywords: ["automatic monthly bills retainers"],
      },
    },
    {
      name: "GetRecurringInvoice",
      field: "query.recurringInvoice",
      rest: { method: "GET", path: "/recurring-invoices/{recurringId}" },
      tool: {
        name: "get_recurring_invoice",
        group: "recurring-invoices",
        keywords: ["one retainer what did it create"],
      },
    },
    {
      name: "UpdateRecurringInvoice",
      field: "mutation.updateRecurringInvoice",
      rest: { method: "PATCH", path: "/recurring-invoices/{recurringId}" },
      tool: {
        name: "update_recurring_invoice",
        group: "recurring-invoices",
        keywords: ["new price of retainer change automatic bill"],
        idempotent: true,
      },
    },
    {
      name: "PauseRecurringInvoice",
      field: "mutation.pauseRecurringInvoice",
      rest: { method: "POST", path: "/recurring-invoices/{recurringId}/pause" },
      tool: {
        name: "pause_recurring_invoice",
        group: "recurring-invoices",
        keywords: ["hold skip months vacation no bill for now"],
        idempotent: true,
      },
    },
    {
      name: "ResumeRecurringInvoice",
      field: "mutation.resumeRecurringInvoice",
      rest: { method: "POST", path: "/recurring-invoices/{recurringId}/resume" },
      tool: {
        name: "resume_recurring_invoice",
        group: "recurring-invoices",
        keywords: ["continue bill again after pause"],
        idempotent: true,
      },
    },
    {
      name: "PreviewRecurringSchedule",
      field: "query.recurringSchedulePreview",
      rest: { method: "GET", path: "/recurring-schedule-preview" },
      tool: {
        name: "preview_recurring_schedule",
        group: "recurring-invoices",
        keywords: ["when will the next automatic invoices go out days dates month end weekend"],
      },
    },
    {
      name: "EndRecurringInvoice",
      field: "mutation.endRecurringInvoice",
      rest: { method: "POST", path: "/recurring-invoices/{recurringId}/end" },
      tool: {
        name: "end_recurring_invoice",
        group: "recurring-invoices",
        keywords: ["no more monthly bill contract over stop for good"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
