import { SectionPage } from "./section-page.tsx";
import type { FormField, Row, Section } from "./section.types.ts";

const search: FormField = { name: "query", label: "Search", kind: "text" };
const reason: FormField = { name: "reason", label: "Reason", kind: "text" };
const neededReason: FormField = { ...reason, isRequired: true };
const hasStatus =
  (...statuses: readonly string[]) =>
  (row: Row) =>
    statuses.includes(String(row["status"]));
const isOrganization = (row: Row) => row["kind"] === "organization";

const sections: readonly Section[] = [
  {
    path: "/admin/users",
    title: "Users",
    intro: "Everybody who has signed in. A suspended user is refused from the next request on.",
    list: "Users",
    rows: "users",
    filters: [search],
    paging: "offset",
    key: "id",
    columns: [
      { name: "User", field: "id" },
      { name: "Name", field: "name" },
      { name: "E-mail", field: "email" },
      { name: "Status", field: "status" },
      { name: "Plan", field: "plan" },
      { name: "Roles", field: "roles" },
      { name: "Last seen", field: "lastSeenAt" },
    ],
    detail: { operation: "User", argument: "userId" },
    actions: [
      {
        name: "Suspend",
        operation: "SuspendUser",
        isDangerous: true,
        isFor: hasStatus("active", "deleted"),
        words: "The user's tokens and keys are refused from the next request on.",
        fields: [neededReason],
        keys: { userId: "id" },
      },
      {
        name: "Restore",
        operation: "RestoreUser",
        isFor: hasStatus("suspended", "deleted"),
        words: "Lifts the suspension, or cancels the deletion of the account.",
        fields: [reason],
        keys: { userId: "id" },
      },
      {
        name: "Grant role",
        operation: "GrantRole",
        isDangerous: true,
        words: "An administrator sees all accounts and changes prices, apps and users.",
        fields: [
          { name: "role", label: "Role", kind: "choice", choices: ["admin"], isRequired: true },
          reason,
        ],
        keys: { userId: "id" },
      },
      {
        name: "Revoke role",
        operation: "RevokeRole",
        isDangerous: true,
        words: "The user is no administrator any more, whatever the token says.",
        fields: [
          { name: "role", label: "Role", kind: "choice", choices: ["admin"], isRequired: true },
          reason,
        ],
        keys: { userId: "id" },
      },
    ],
  },
  {
    path: "/admin/accounts",
    title: "Accounts",
    intro: "Personal accounts and organizations. What their apps hold is not shown here.",
    list: "AccountRegistry",
    rows: "accounts",
    filters: [
      search,
      { name: "kind", label: "Kind", kind: "choice", choices: ["personal", "organization"] },
      {
        name: "status",
        label: "Status",
        kind: "choice",
        choices: ["active", "suspended", "deleted", "erased"],
      },
    ],
    paging: "offset",
    key: "id",
    columns: [
      { name: "Account", field: "id" },
      { name: "Name", field: "name" },
      { name: "Kind", field: "kind" },
      { name: "Status", field: "status" },
      { name: "Plan", field: "plan" },
      { name: "Members", field: "members", isNumber: true },
      { name: "Created", field: "createdAt" },
    ],
    detail: { operation: "RegisteredAccount", argument: "accountId" },
    actions: [
      {
        name: "Suspend",
        operation: "SuspendOrganization",
        isDangerous: true,
        isFor: (row) => isOrganization(row) && row["status"] === "active",
        words: "All members and keys of the organization are refused from the next request on.",
        fields: [neededReason],
        keys: { accountId: "id" },
      },
      {
        name: "Restore",
        operation: "RestoreOrganization",
        isFor: (row) => isOrganization(row) && row["status"] === "suspended",
        words: "Members and keys of the organization can send requests again.",
        fields: [reason],
        keys: { accountId: "id" },
      },
    ],
  },
];

/** Users and accounts, for administrators. */
export function Page() {
  return <SectionPage sections={sections} />;
}
