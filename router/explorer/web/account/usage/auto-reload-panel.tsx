import { FaultNote } from "../fault-note.tsx";
import { Panel } from "../panel.tsx";
import { useAction } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import type { CreditCatalogue } from "./billing.types.ts";
import type { AutoReload } from "./usage.types.ts";
import { moneyWords, numberWords } from "../words.ts";

const appId = "central";
const variables = { appId };

/** Auto-reload: threshold, package and monthly maximum. */
export function AutoReloadPanel() {
  const [state, reload] = usePanel<AutoReload>("AutoReload", variables);
  const [catalogue] = usePanel<CreditCatalogue>("CreditPackages", variables);
  const action = useAction();
  const save = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const enabled = fields.get("enabled") === "on";
    const input = {
      appId,
      enabled,
      thresholdCredits: Number(fields.get("thresholdCredits")),
      packageId: String(fields.get("packageId")),
      monthlyCap: Math.round(Number(fields.get("monthlyCap")) * 100),
    };
    if (await action.run("SetAutoReload", { input }, `Auto-reload is ${enabled ? "on" : "off"}.`)) reload();
  };
  return (
    <Panel name="AutoReload" variables={variables} state={state}>
      {(config) => (
        <>
          <p role="status">{action.said}</p>
          {action.fault && <FaultNote fault={action.fault} />}
          <p>
            {config.enabled ? `Status: ${config.status}` : "Off"}
            {config.reason === null ? "" : `: ${config.reason.replaceAll("_", " ")}`}. This month{" "}
            {moneyWords(config.currentMonth.spentCents / 100, "USD")} in{" "}
            {numberWords(config.currentMonth.count)} reloads.
          </p>
          <ReloadForm
            config={config}
            packages={catalogue.state === "ready" ? catalogue.value.packages : []}
            isBusy={action.isRunning}
            onSave={(form) => void save(form)}
          />
        </>
      )}
    </Panel>
  );
}

interface ReloadFormProps {
  config: AutoReload;
  packages: CreditCatalogue["packages"];
  isBusy: boolean;
  onSave(form: HTMLFormElement): void;
}

function ReloadForm({ config, packages, isBusy, onSave }: ReloadFormProps) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(event.currentTarget);
      }}
    >
      <label class="check">
        <span>
          <input type="checkbox" name="enabled" defaultChecked={config.enabled} /> Buy credits automatically
          when the balance is low
        </span>
      </label>
      <div class="row">
        <label>
          Reload below (credits)
          <input
            name="thresholdCredits"
            type="number"
            min="0"
            max="1000000"
            step="0.01"
            required
            defaultValue={String(config.thresholdCredits ?? 100)}
          />
        </label>
        <label>
          Package
          <select name="packageId" required defaultValue={config.packageId ?? undefined}>
            {packages
              .filter(({ active }) => active)
              .map(({ packageId, name, price, currency }) => (
                <option key={packageId} value={packageId} selected={packageId === config.packageId}>
                  {name}, {moneyWords(price, currency)}
                </option>
              ))}
          </select>
        </label>
        <label>
          Maximum per month (USD)
          <input
            name="monthlyCap"
            type="number"
            min="0"
            step="0.01"
            required
            defaultValue={String((config.monthlyCap ?? 10_000) / 100)}
          />
        </label>
      </div>
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy}>
          Save
        </button>
      </div>
    </form>
  );
}
