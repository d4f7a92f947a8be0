import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financeArea } from "./finance.area.ts";

export const financeBankLinksOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "bank-links",
  operations: [
    {
      name: "LinkBankAccount",
      field: "mutation.linkBankAccount",
      rest: { method: "POST", path: "/bank-links", status: 201 },
      tool: {
        name: "link_bank_account",
        keywords: ["connect my bank plaid follow real accounts automatically"],
        openWorld: true,
        example: { institutionId: "ins_109508", linkToken: "public-sandbox-1" },
      },
    },
    {
      name: "ListBankLinks",
      field: "query.bankLinks",
      rest: { method: "GET", path: "/bank-links" },
      tool: { name: "list_bank_links", keywords: ["which banks are connected last sync broken"] },
    },
    {
      name: "UnlinkBankAccount",
      field: "mutation.unlinkBankAccount",
      rest: { method: "DELETE", path: "/bank-links/{linkId}", queryParameters: ["keepHistory"] },
      tool: {
        name: "unlink_bank_account",
        keywords: ["disconnect remove my bank stop following"],
        destructive: true,
        idempotent: true,
      },
    },
  ],
};
