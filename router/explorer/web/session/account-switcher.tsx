import { useSignal } from "../state/signal.ts";
import { Icon } from "../ui/icon.tsx";
import { account, accounts, actFor, type ActingAccount } from "./account.ts";
import "../styles/session.css";

/** Selects the account that requests act for. Shown to people with more than one. */
export function AccountSwitcher() {
  const all = useSignal(accounts);
  const current = useSignal(account);
  if (all.length < 2) return null;
  return (
    <label class="identity-switcher">
      <span class="switcher-label">For</span>
      <Icon name="building-2" />
      <select
        value={current ?? all[0]!.id}
        aria-label="Act for account"
        onChange={(event) => actFor(event.currentTarget.value)}
      >
        {all.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function nameOf({ kind, name, role }: ActingAccount): string {
  return kind === "personal" ? "Personal account" : `${name} (${(role ?? "").replace("_", "-")})`;
}
