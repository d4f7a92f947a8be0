import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const bankRulesOperations: AreaDefinition<CentralGroup> = {
  area: "bank-rules",
  title: "Bank rules",
  pathPrefix: "/accounting",
  group: "bank-rules",
  operations: [
    {
      name: "CreateBankRule",
      field: "mutation.createBankRule",
      rest: { method: "POST", path: "/bank-rules", status: 201 },
      tool: {
        name: "create_bank_rule",
        keywords: ["statement always book recurring fee automatically categorize ledger match"],
        example: {
          name: "Bank fees",
          texts: ["monthly fee"],
          accountId: "lac_01m853j85mqsazhj33f9m7ax3a",
          action: "post",
        },
      },
    },
    {
      name: "ListBankRules",
      field: "query.bankRules",
      rest: { method: "GET", path: "/bank-rules" },
      tool: { name: "list_bank_rules", keywords: ["statement automatic matching conditions order books"] },
    },
    {
      name: "UpdateBankRule",
      field: "mutation.updateBankRule",
      rest: { method: "PATCH", path: "/bank-rules/{ruleId}" },
      tool: {
        name: "update_bank_rule",
        keywords: ["statement matching change order turn off disable priority"],
        idempotent: true,
        example: { ruleId: "bmr_01m853j85mqsazhj33f9m7ax3a", enabled: false },
      },
    },
    {
      name: "DeleteBankRule",
      field: "mutation.deleteBankRule",
      rest: { method: "DELETE", path: "/bank-rules/{ruleId}" },
      tool: { name: "delete_bank_rule", keywords: ["statement matching remove"], destructive: true },
    },
    {
      name: "ApplyBankRule",
      field: "mutation.applyBankRule",
      rest: { method: "POST", path: "/bank-lines/{lineId}/apply-rule" },
      tool: {
        name: "apply_bank_rule",
        keywords: ["statement row post suggested rule accept book match"],
        example: {
          lineId: "bln_01m853j85mqsazhj33f9m7ax3a",
          ruleId: "bmr_01m853j85mqsazhj33f9m7ax3a",
        },
      },
    },
  ],
};
