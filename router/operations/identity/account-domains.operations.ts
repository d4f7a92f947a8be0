import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const accountDomainsOperations: AreaDefinition<CentralGroup> = {
  area: "account-domains",
  title: "Domains of organizations, and joining by an address",
  group: "domains",
  operations: [
    {
      name: "AccountDomains",
      field: "query.accountDomains",
      rest: { method: "GET", path: "/account/domains" },
      panel: { page: "/members", title: "Domains" },
      tool: { name: "list_domains", keywords: ["which are verified company txt"] },
    },
    {
      name: "AddDomain",
      field: "mutation.addDomain",
      rest: { method: "POST", path: "/account/domains", status: 201 },
      panel: { page: "/members", title: "Add a domain" },
      tool: {
        name: "add_domain",
        keywords: ["claim our company sign up colleagues"],
        example: { domain: "example.com" },
      },
    },
    {
      name: "VerifyDomain",
      field: "mutation.verifyDomain",
      rest: { method: "POST", path: "/account/domains/{domainId}/verify" },
      panel: { page: "/members", title: "Verify a domain" },
      tool: {
        name: "verify_domain",
        keywords: ["check txt record published ownership"],
        idempotent: true,
      },
    },
    {
      name: "UpdateDomain",
      field: "mutation.updateDomain",
      rest: { method: "PATCH", path: "/account/domains/{domainId}" },
      panel: { page: "/members", title: "Change who joins by a domain" },
      tool: {
        name: "update_domain",
        keywords: ["auto-join automatically colleagues sign up without invitation"],
        idempotent: true,
      },
    },
    {
      name: "RemoveDomain",
      field: "mutation.removeDomain",
      rest: { method: "DELETE", path: "/account/domains/{domainId}" },
      panel: { page: "/members", title: "Remove a domain" },
      tool: { name: "remove_domain", keywords: ["delete give up"], destructive: true },
    },
    {
      name: "AccountSuggestions",
      field: "query.accountSuggestions",
      rest: { method: "GET", path: "/account-suggestions" },
      panel: { page: "/members", title: "Organizations that you can join" },
      tool: {
        name: "list_suggested_organizations",
        keywords: ["which company can i join my employer"],
      },
    },
    {
      name: "JoinAccount",
      field: "mutation.joinAccount",
      rest: { method: "POST", path: "/account-suggestions/{accountId}/join" },
      panel: { page: "/members", title: "Join an organization" },
      tool: {
        name: "join_organization",
        keywords: ["become member of my company team"],
        idempotent: true,
      },
    },
  ],
};
