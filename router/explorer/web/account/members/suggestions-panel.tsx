import { actFor, reloadAccounts } from "../../session/account.ts";
import { Table } from "../../ui/table.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { roleWords, type Account, type Suggestion } from "./members.types.ts";

/** Organizations that the person can join by the verified address. Nothing without one. */
export function SuggestionsPanel({ action }: { action: Action }) {
  const [state, reload] = usePanel<{ suggestions: readonly Suggestion[] }>(
    "AccountSuggestions",
    {},
    { asPerson: true },
  );
  if (state.state !== "ready" || state.value.suggestions.length === 0) return null;
  const join = async ({ accountId, name }: Suggestion) => {
    const input = { accountId };
    const done = `You are now a member of ${name}.`;
    const joined = await action.run<Account>("JoinAccount", { input }, done, { asPerson: true });
    if (!joined) return;
    reload();
    await reloadAccounts();
    actFor(joined.id);
  };
  return (
    <Panel name="AccountSuggestions" state={state}>
      {({ suggestions }) => (
        <Table
          caption="Organizations that you can join"
          rows={suggestions}
          keyOf={({ accountId }) => accountId}
          columns={[
            { name: "Organization", cell: ({ name }) => name },
            { name: "Domain of your address", cell: ({ domain }) => domain },
            { name: "Your role", cell: ({ role }) => roleWords(role) },
            {
              name: "Actions",
              cell: (one) => (
                <button
                  type="button"
                  class="small-button"
                  disabled={action.isRunning}
                  onClick={() => void join(one)}
                >
                  Join {one.name}
                </button>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
