import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "../state/signal.ts";
import type { Identity } from "./identity.ts";
import { session } from "./session.ts";
import "../styles/session.css";

const pasteValue = "paste";

const groups: readonly { label: string; holds(identity: Identity): boolean }[] = [
  { label: "People", holds: ({ kind, isDemo }) => isDemo && kind === "user" },
  { label: "API keys", holds: ({ kind, isDemo }) => isDemo && kind === "apiKey" },
  { label: "Service accounts", holds: ({ kind, isDemo }) => isDemo && kind === "serviceAccount" },
  { label: "Pasted", holds: ({ isDemo }) => !isDemo },
];

/** Selects the identity for requests: a demo identity, or a pasted token or key. */
export function IdentitySwitcher({ label = "Act as" }: { label?: string }) {
  const identities = useSignal(session.identities);
  const current = useSignal(session.identity);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => void session.ready(), []);
  return (
    <>
      <label class="identity-switcher">
        <span class="switcher-label">{label}</span>
        <span class="avatar" aria-hidden="true">
          {initialsOf(current)}
        </span>
        <select
          value={current.id}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (value !== pasteValue) return session.actAs(value);
            event.currentTarget.value = current.id;
            dialog.current?.showModal();
          }}
        >
          <option value="nobody">Nobody (no credential)</option>
          {groups.map(({ label: group, holds }) => {
            const members = identities.filter((identity) => identity.id !== "nobody" && holds(identity));
            if (members.length === 0) return null;
            return (
              <optgroup key={group} label={group}>
                {members.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            );
          })}
          <option value={pasteValue}>Paste a token or key …</option>
        </select>
      </label>
      <dialog ref={dialog} class="small-dialog" aria-labelledby="paste-title">
        <PasteForm close={() => dialog.current?.close()} />
      </dialog>
    </>
  );
}

/** One letter of a person, a sign for everything else. */
function initialsOf({ id, kind, name }: Identity): string {
  if (id === "nobody") return "–";
  return kind === "user" ? name.slice(0, 1).toUpperCase() : "#";
}

function PasteForm({ close }: { close(): void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current!.value.trim();
        if (text === "") return;
        field.current!.value = "";
        session.paste(text);
        close();
      }}
    >
      <h2 id="paste-title">Use a token or key</h2>
      <p>It stays only in the memory of this page, until you close or reload the page.</p>
      <label>
        Token or key
        <input ref={field} type="password" autocomplete="off" spellcheck={false} required />
      </label>
      <p class="dialog-buttons">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="primary">
          Use it
        </button>
      </p>
    </form>
  );
}
