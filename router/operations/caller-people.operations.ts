import { callerRow as row } from "./caller-row.ts";
import type { OperationArea } from "./operation.ts";

export const callerPeopleOperations: OperationArea = {
  area: "call-contacts",
  title: "People to call",
  operations: [
    row(
      "CreateCallContact",
      "mutation.createCallContact",
      { method: "POST", path: "/call-contacts", status: 201 },
      {
        name: "create_call_contact",
        example: { name: "Ann Ace", phone: "+12125550142", consent: { kind: "express", source: "web form" } },
        keywords: ["person", "phone book", "add somebody"],
      },
    ),
    row(
      "GetCallContact",
      "query.callContact",
      { method: "GET", path: "/call-contacts/{contactId}" },
      { name: "get_call_contact" },
    ),
    row(
      "ListCallContacts",
      "query.callContacts",
      { method: "GET", path: "/call-contacts" },
      { name: "list_call_contacts" },
    ),
    row(
      "ImportCallContacts",
      "mutation.importCallContacts",
      { method: "POST", path: "/call-contacts/import" },
      {
        name: "import_call_contacts",
        file: { as: "csv", encoding: "utf8", types: ["text/csv", "text/plain"] },
        example: { csv: "name,phone,consent\nAnn Ace,+12125550142,express\n" },
        keywords: ["upload", "spreadsheet", "csv"],
      },
    ),
    row(
      "CreateContactList",
      "mutation.createContactList",
      { method: "POST", path: "/contact-lists", status: 201 },
      { name: "create_contact_list", example: { name: "Spring patients" } },
    ),
    row(
      "ListContactLists",
      "query.contactLists",
      { method: "GET", path: "/contact-lists" },
      { name: "list_contact_lists" },
    ),
    row(
      "AddToContactList",
      "mutation.addToContactList",
      { method: "POST", path: "/contact-lists/{listId}/contacts" },
      { name: "add_to_contact_list", idempotent: true },
    ),
    row(
      "RemoveFromContactList",
      "mutation.removeFromContactList",
      { method: "POST", path: "/contact-lists/{listId}/contacts/remove" },
      { name: "remove_from_contact_list", idempotent: true },
    ),
    row(
      "AddToDoNotCall",
      "mutation.addToDoNotCall",
      { method: "POST", path: "/do-not-call", status: 201 },
      {
        name: "add_to_do_not_call",
        idempotent: true,
        example: { phone: "+12125550142", reason: "Asked not to be called", source: "e-mail" },
        keywords: ["block", "opt out", "dnc", "never call"],
      },
    ),
    row(
      "RemoveFromDoNotCall",
      "mutation.removeFromDoNotCall",
      { method: "POST", path: "/do-not-call/remove" },
      {
        name: "remove_from_do_not_call",
        destructive: true,
        idempotent: true,
        keywords: ["unblock", "opt in again"],
      },
    ),
    row(
      "CheckDoNotCall",
      "query.doNotCallChecks",
      { method: "POST", path: "/do-not-call/check" },
      { name: "check_do_not_call", example: { phones: ["+12125550142"] }, keywords: ["blocked", "dnc"] },
    ),
    row(
      "ListDoNotCall",
      "query.doNotCallList",
      { method: "GET", path: "/do-not-call" },
      { name: "list_do_not_call" },
    ),
    row(
      "RecordConsent",
      "mutation.recordConsent",
      { method: "POST", path: "/call-consents", status: 201 },
      {
        name: "record_consent",
        example: { phone: "+12125550142", kind: "express", source: "web form" },
        keywords: ["permission", "agreed", "allowed to call"],
      },
    ),
    row(
      "GetCallingRules",
      "query.callingRules",
      { method: "GET", path: "/calling-rules" },
      { name: "get_calling_rules" },
    ),
    row(
      "UpdateCallingRules",
      "mutation.updateCallingRules",
      { method: "PATCH", path: "/calling-rules" },
      {
        name: "update_calling_rules",
        idempotent: true,
        example: { from: "09:00", to: "18:00", days: [1, 2, 3, 4, 5] },
        keywords: ["hours", "weekdays", "quiet hours"],
      },
    ),
    row(
      "CheckCallingWindow",
      "query.callingWindow",
      { method: "GET", path: "/calling-window" },
      {
        name: "check_calling_window",
        example: { phone: "+12125550142" },
        keywords: ["may we call now", "time zone", "too late", "too early"],
      },
    ),
  ],
};
