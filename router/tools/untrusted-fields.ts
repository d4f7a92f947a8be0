import {
  getNamedType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { StoredOperation } from "../operations/registry.ts";

/**
 * Fields with third-party text, by type: scanned, spoken or received text, data from banks, authorities and
 * other systems, and input of clients and guests. Every tool that returns one marks it. Text that the account
 * itself wrote is not among them; `test/router/tools/untrusted-fields.test.ts` records the decision for each.
 */
export const untrustedFields: Readonly<Record<string, readonly string[]>> = {
  // Said on calls.
  CallTranscript: ["content"],
  CallTranscriptFile: ["content"],
  CallTurn: ["text"],
  // Read from pictures and files.
  Expense: ["vendor"],
  PreviewedImportRow: ["payee"],
  Receipt: ["merchant"],
  ReceiptItem: ["description"],
  RejectedSourceRow: ["raw"],
  // Read from calendars.
  AgendaEntry: ["reason"],
  BusyBlock: ["reason", "uid"],
  UnreadEvent: ["uid", "summary", "reason"],
  // Received from banks.
  BankTransaction: ["name", "merchantName"],
  Bill: ["payee"],
  CashflowForecastItem: ["label"],
  DetectedRecurring: ["payee"],
  FinanceTransaction: ["payee", "notes"],
  UpcomingBill: ["payee"],
  // Received from authorities and other systems.
  AccountAuditEntry: ["userAgent"],
  AuditLogEntry: ["userAgent"],
  FilingErrorAdvice: ["message"],
  FilingFault: ["message"],
  OauthConnection: ["accountLabel"],
  OauthConnectionStatus: ["accountLabel"],
  StockPhoto: ["photographer", "altText"],
  TaxFormNotice: ["message"],
  WebhookAttempt: ["responseBody"],
  // Filled in by clients, guests and users.
  AdminUser: ["name"],
  Booking: ["notes", "answers", "reason"],
  Quotation: ["acceptedBy", "declineReason"],
  Registration: ["name"],
};

/** Dotted paths of an operation's body to third-party text, without duplicates: by its types, and from its row. */
export function untrustedPaths({ document, rootField, row }: StoredOperation): string[] {
  const definition = document.definitions[0] as OperationDefinitionNode;
  const root = definition.selectionSet.selections[0] as FieldNode;
  const type = getNamedType(rootField.type);
  const start = row.bodyKey ? [row.bodyKey] : [];
  const found = isObjectType(type) ? pathsIn(type, root.selectionSet!, start) : [];
  return [...new Set([...found, ...(row.tool?.untrusted ?? [])])];
}

function pathsIn(type: GraphQLObjectType, selection: SelectionSetNode, path: readonly string[]): string[] {
  return selection.selections.flatMap((node) => {
    if (node.kind !== Kind.FIELD) return [];
    const own = [...path, node.alias?.value ?? node.name.value];
    if (untrustedFields[type.name]?.includes(node.name.value)) return [own.join(".")];
    const field = type.getFields()[node.name.value];
    const inner = field && getNamedType(field.type);
    return node.selectionSet && isObjectType(inner) ? pathsIn(inner, node.selectionSet, own) : [];
  });
}
