import { Table } from "../../ui/table.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { amountWords, kindWords, type ApprovalRule } from "./approvals.types.ts";

/** Which operations need a second person. */
export function RulesPanel({ action }: { action: Action }) {
  const [state, reload] = usePanel<{ rules: readonly ApprovalRule[] }>("ApprovalRules");
  const change = async ({ kind, required }: ApprovalRule) => {
    const input = { kind, required: !required };
    const done = `A second person is ${required ? "no longer" : "now"} required for ${kindWords(kind)}.`;
    if (await action.run("SetApprovalRule", { input }, done)) reload();
  };
  return (
    <Panel name="ApprovalRules" state={state}>
      {({ rules }) => (
        <Table
          caption="Approval rules"
          rows={rules}
          keyOf={({ kind }) => kind}
          columns={[
            { name: "Operations", cell: ({ kind }) => kindWords(kind) },
            { name: "Second person", cell: ruleWords },
            {
              name: "Actions",
              cell: (rule) => (
                <button
                  type="button"
                  class="small-button"
                  aria-label={`${rule.required ? "Do not require" : "Require"}: ${kindWords(rule.kind)}`}
                  disabled={action.isRunning}
                  onClick={() => void change(rule)}
                >
                  {rule.required ? "Do not require" : "Require"}
                </button>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function ruleWords({ required, minimumAmountMinor, currency }: ApprovalRule): string {
  if (!required) return "not required";
  const from = amountWords(minimumAmountMinor, currency);
  return from === "" ? "required" : `required from ${from}`;
}
