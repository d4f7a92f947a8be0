import { useState } from "preact/hooks";
import type { ScopeDocs } from "../../../data/panels.types.ts";
import { useData } from "../../data/load.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { FaultNote } from "../fault-note.tsx";
import type { RevealedKey } from "./keys.types.ts";
import { RevealedSecret } from "./revealed-secret.tsx";
import { ScopeChoices } from "./scope-choices.tsx";
import { useAction } from "../use-action.ts";
import "../../styles/account.css";

/** Form that creates an API key: name, scopes, rate limits and expiry. */
export function Page() {
  const [revealed, setRevealed] = useState<RevealedKey | null>(null);
  return (
    <>
      <h1>New API key</h1>
      {revealed ? (
        <>
          <RevealedSecret revealed={revealed} />
          <p>
            <a href="/keys">All keys</a>
          </p>
        </>
      ) : (
        <KeyForm onMade={setRevealed} />
      )}
    </>
  );
}

const limitNames = [
  ["requestsPerHour", "Requests per hour"],
  ["requestsPerDay", "Requests per day"],
  ["requestsPerMonth", "Requests per month"],
] as const;

function KeyForm({ onMade }: { onMade(revealed: RevealedKey): void }) {
  const scopes = useData<readonly ScopeDocs[]>("scopes.json");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const action = useAction();
  const submit = async (form: HTMLFormElement) => {
    const input = readForm(new FormData(form), chosen);
    const made = await action.run<RevealedKey>("CreateApiKey", { input }, "The key was created.");
    if (made) onMade(made);
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {action.fault && <FaultNote fault={action.fault} />}
      <label>
        Name
        <input name="name" required maxLength={64} autocomplete="off" />
      </label>
      <label>
        Environment
        <select name="environment">
          <option value="live">live</option>
          <option value="test">test</option>
        </select>
      </label>
      {scopes.state === "loading" && <Spinner label="Loading the scopes" />}
      {scopes.state === "failed" && (
        <ErrorNote title="The scopes could not be loaded" message={scopes.message} />
      )}
      {scopes.state === "ready" && <ScopeChoices scopes={scopes.data} chosen={chosen} onChange={setChosen} />}
      <fieldset>
        <legend>Rate limits</legend>
        <p class="hint">Leave empty to use your plan's limits.</p>
        <div class="row">
          {limitNames.map(([name, label]) => (
            <label key={name}>
              {label}
              <input name={name} type="number" min="1" step="1" inputMode="numeric" />
            </label>
          ))}
        </div>
      </fieldset>
      <label>
        Expires
        <select name="expiresInDays">
          <option value="">never</option>
          <option value="30">in 30 days</option>
          <option value="90">in 90 days</option>
          <option value="365">in 1 year</option>
        </select>
      </label>
      <label>
        Allowed networks
        <input name="allowedIps" autocomplete="off" spellcheck={false} placeholder="203.0.113.0/24" />
        <span class="hint">CIDR ranges, separated by spaces. Leave empty to allow all networks.</span>
      </label>
      <div class="buttons">
        <button type="submit" class="primary" disabled={chosen.size === 0 || action.isRunning}>
          Create key
        </button>
        <a href="/keys">Cancel</a>
      </div>
    </form>
  );
}

function readForm(form: FormData, scopes: ReadonlySet<string>): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const limits = Object.fromEntries(
    limitNames.flatMap(([name]) => (text(name) === "" ? [] : [[name, Number(text(name))]])),
  );
  const networks = text("allowedIps")
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    name: text("name"),
    environment: text("environment"),
    scopes: [...scopes],
    ...(text("expiresInDays") === "" ? {} : { expiresInDays: Number(text("expiresInDays")) }),
    ...(networks.length === 0 ? {} : { allowedIps: networks }),
    ...(Object.keys(limits).length === 0 ? {} : { rateLimits: limits }),
  };
}
