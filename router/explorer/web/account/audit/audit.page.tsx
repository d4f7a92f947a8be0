import { useState } from "preact/hooks";
import { FaultNote } from "../fault-note.tsx";
import { useAction } from "../use-action.ts";
import { noFilter, variablesOf, type AuditFilter } from "./audit.types.ts";
import { CheckPanel } from "./check-panel.tsx";
import { EntriesPanel } from "./entries-panel.tsx";
import { FilterForm } from "./filter-form.tsx";
import "../../styles/account.css";

/** What members, keys and service accounts did in the account. */
export function Page() {
  const action = useAction();
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const [turn, setTurn] = useState(0);
  const variables = variablesOf(filter);
  const clear = () => {
    setFilter(noFilter);
    // The form starts anew, with empty fields.
    setTurn(turn + 1);
  };
  return (
    <>
      <h1>Audit log</h1>
      <p role="status">{action.said}</p>
      {action.fault && <FaultNote fault={action.fault} />}
      <FilterForm key={turn} onFilter={setFilter} />
      <EntriesPanel key={JSON.stringify(variables)} filter={variables} action={action} onClear={clear} />
      <CheckPanel />
    </>
  );
}
