import { useState } from "preact/hooks";
import { actFor, reloadAccounts } from "../../session/account.ts";
import type { Action } from "../use-action.ts";
import type { Account } from "./members.types.ts";

/** Form for a new organization, which is selected afterwards. */
export function NewOrganization({ action }: { action: Action }) {
  const [name, setName] = useState("");
  const create = async () => {
    const input = { name };
    const made = await action.run<Account>("CreateOrganization", { input }, `${name} was created.`, {
      asPerson: true,
    });
    if (!made) return;
    setName("");
    await reloadAccounts();
    actFor(made.id);
  };
  return (
    <section class="panel" aria-label="New organization">
      <h2>New organization</h2>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label>
          Name of the organization
          <input
            value={name}
            required
            maxLength={200}
            autocomplete="organization"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <div class="buttons">
          <button type="submit" disabled={action.isRunning}>
            Create organization
          </button>
        </div>
      </form>
    </section>
  );
}
