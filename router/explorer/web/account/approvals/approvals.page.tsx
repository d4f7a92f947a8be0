import { useAction } from "../use-action.ts";
import { FaultNote } from "../fault-note.tsx";
import { RequestsPanel } from "./requests-panel.tsx";
import { RulesPanel } from "./rules-panel.tsx";
import "../../styles/account.css";

/** Requests of the organization that wait for a second person, and the rules that make them. */
export function Page() {
  const action = useAction();
  return (
    <>
      <h1>Approvals</h1>
      <p role="status">{action.said}</p>
      {action.fault && <FaultNote fault={action.fault} />}
      <RequestsPanel action={action} />
      <RulesPanel action={action} />
    </>
  );
}
