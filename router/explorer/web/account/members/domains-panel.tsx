import { useState } from "preact/hooks";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Table } from "../../ui/table.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { momentWords } from "../words.ts";
import { roleWords, type Domain } from "./members.types.ts";

/** Domains of the organization: add, verify, let people join by their address, remove. */
export function DomainsPanel({ action }: { action: Action }) {
  const [state, reload] = usePanel<{ domains: readonly Domain[] }>("AccountDomains");
  const [removed, setRemoved] = useState<Domain | null>(null);
  const run = async (operation: string, input: object, done: string) => {
    setRemoved(null);
    const value = await action.run(operation, { input }, done);
    if (value) reload();
    return value !== null;
  };
  const change = (one: Domain, role: string) => {
    const autoJoin = role !== "";
    const input = { domainId: one.id, autoJoin, role: autoJoin ? role : null };
    void run("UpdateDomain", input, `${one.domain} was changed.`);
  };
  const verify = (one: Domain) =>
    void run("VerifyDomain", { domainId: one.id }, `${one.domain} is verified.`);
  return (
    <Panel name="AccountDomains" state={state}>
      {({ domains }) => (
        <>
          <DomainTable domains={domains} onVerify={verify} onChange={change} onRemove={setRemoved} />
          <AddForm
            isBusy={action.isRunning}
            onAdd={(domain) => run("AddDomain", { domain }, `${domain} was added. Publish its record.`)}
          />
          {removed && (
            <ConfirmDialog
              title={`Remove ${removed.domain}?`}
              action="Remove"
              isDangerous
              onAct={() =>
                void run("RemoveDomain", { domainId: removed.id }, `${removed.domain} was removed.`)
              }
              onClose={() => setRemoved(null)}
            >
              <p>Nobody joins by an address of this domain any more. Members stay members.</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Panel>
  );
}

interface DomainTableProps {
  domains: readonly Domain[];
  onVerify(domain: Domain): void;
  /** With an empty role nobody joins. */
  onChange(domain: Domain, role: string): void;
  onRemove(domain: Domain): void;
}

function DomainTable({ domains, onVerify, onChange, onRemove }: DomainTableProps) {
  return (
    <Table
      caption="Domains"
      rows={domains}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title="No domains yet">
          <p>Add the domain of your addresses to let colleagues join without an invitation.</p>
        </EmptyState>
      }
      columns={[
        { name: "Domain", cell: ({ domain }) => domain },
        { name: "Status", cell: (one) => <Status domain={one} /> },
        {
          name: "TXT record",
          cell: ({ recordName, recordValue }) => (
            <>
              <code>{recordName}</code> <code>{recordValue}</code>
            </>
          ),
        },
        { name: "Who joins", cell: (one) => <Joining domain={one} onChange={onChange} /> },
        {
          name: "Actions",
          cell: (one) => (
            <div class="buttons">
              <button
                type="button"
                class="small-button"
                aria-label={`Verify: ${one.domain}`}
                onClick={() => onVerify(one)}
              >
                Verify
              </button>
              <button
                type="button"
                class="small-button danger"
                aria-label={`Remove: ${one.domain}`}
                onClick={() => onRemove(one)}
              >
                Remove
              </button>
            </div>
          ),
        },
      ]}
    />
  );
}

function Status({ domain: { status, missingSince } }: { domain: Domain }) {
  if (missingSince === null) return <>{status}</>;
  return (
    <>
      {status}, but its record is missing since {momentWords(missingSince)}
    </>
  );
}

function Joining({ domain, onChange }: { domain: Domain } & Pick<DomainTableProps, "onChange">) {
  if (domain.status === "pending") return <>nobody yet</>;
  return (
    <select
      aria-label={`Role of people who join by ${domain.domain}`}
      value={domain.autoJoinRole ?? ""}
      onChange={(event) => onChange(domain, event.currentTarget.value)}
    >
      <option value="">nobody</option>
      {["member", "read_only"].map((role) => (
        <option key={role} value={role}>
          everybody, as {roleWords(role)}
        </option>
      ))}
    </select>
  );
}

interface AddFormProps {
  isBusy: boolean;
  /** Resolves with whether the domain was added. */
  onAdd(domain: string): Promise<boolean>;
}

function AddForm({ isBusy, onAdd }: AddFormProps) {
  const [domain, setDomain] = useState("");
  const add = async () => {
    if (await onAdd(domain.trim())) setDomain("");
  };
  return (
    <form
      class="form"
      aria-label="Add a domain"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <label>
        Domain
        <input
          value={domain}
          required
          maxLength={253}
          autocomplete="off"
          spellcheck={false}
          placeholder="example.com"
          onInput={(event) => setDomain(event.currentTarget.value)}
        />
      </label>
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          Add domain
        </button>
      </div>
    </form>
  );
}
