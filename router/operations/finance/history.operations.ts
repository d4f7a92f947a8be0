import type { AreaDefinition } from "../area.ts";
import { financeArea } from "./finance.area.ts";
import type { FinanceGroup } from "./groups.ts";

export const financeHistoryOperations: AreaDefinition<FinanceGroup> = {
  ...financeArea,
  group: "finance-history",
  operations: [
    {
      name: "ListFinanceChanges",
      field: "query.financeChanges",
      rest: { method: "GET", path: "/changes" },
      tool: {
        name: "list_finance_changes",
        keywords: ["who edited what happened to my transactions last edits log"],
      },
    },
    {
      name: "UndoFinanceChange",
      field: "mutation.undoFinanceChange",
      rest: { method: "POST", path: "/changes/{changeId}/undo" },
      tool: {
        name: "undo_finance_change",
        keywords: ["revert take back mistake restore deleted transaction redo"],
        destructive: true,
      },
    },
  ],
};
