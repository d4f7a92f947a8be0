import { FaultNote } from "../fault-note.tsx";
import { useAction } from "../use-action.ts";
import { ExportsPanel } from "./exports-panel.tsx";
import "../../styles/account.css";

/** Archives of all data of the account. */
export function Page() {
  const action = useAction();
  return (
    <>
      <h1>Data export</h1>
      <p role="status">{action.said}</p>
      {action.fault && <FaultNote fault={action.fault} />}
      <p>
        An archive has every table of the account as JSON Lines and CSV, and its stored files. It is kept for
        7 days, and the person who requested it gets a mail with a link.
      </p>
      <ExportsPanel action={action} />
    </>
  );
}
