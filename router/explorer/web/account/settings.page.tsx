import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { IdentitySwitcher } from "../session/identity-switcher.tsx";
import { theme, type Theme } from "../shell/theme.ts";
import { useSignal } from "../state/signal.ts";
import { Spinner } from "../ui/spinner.tsx";
import { NotificationsPanel } from "./notifications-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { AutoReloadPanel } from "./usage/auto-reload-panel.tsx";
import { BuyCreditsPanel } from "./usage/buy-credits-panel.tsx";
import { PaymentMethodsPanel } from "./usage/payment-methods-panel.tsx";
import { PlanPanel } from "./usage/plan-panel.tsx";
import { readReturn, type Returned } from "./usage/return-from-payment.ts";
import "../styles/account.css";

/** Settings: identity, theme, plan, credits, sessions, notifications and payment methods. */
export function Page() {
  const [returned, setReturned] = useState<Returned | "unread" | null>("unread");
  useEffect(() => void readReturn().then(setReturned), []);
  return (
    <>
      <h1>Settings</h1>
      <section class="panel" aria-label="This page">
        <h2>This page</h2>
        <div class="form">
          <IdentitySwitcher label="Identity" />
          <p class="hint">Credentials stay only in the memory of this page.</p>
          <ThemeChoice />
        </div>
      </section>
      {returned === "unread" ? (
        <Spinner label="Loading" />
      ) : (
        <>
          <PlanPanel appId="central" title="Plan" returned={returned} />
          <WhenOpened
            id="invoicer-plan"
            title="API keys and the invoicing app"
            isOpen={isOfInvoicer(returned)}
          >
            <p class="hint">
              The plans integration and business of the invoicing app include API keys and creating invoices
              from your own software. A plan of business or enterprise above includes both too.
            </p>
            <PlanPanel appId="invoicer" title="Plan of the invoicing app" returned={returned} />
          </WhenOpened>
          <WhenOpened id="credits" title="Buy credits">
            <BuyCreditsPanel />
          </WhenOpened>
          <WhenOpened id="auto-reload" title="Auto-reload credits">
            <AutoReloadPanel />
          </WhenOpened>
          <WhenOpened id="sessions" title="Sessions">
            <SessionsPanel />
          </WhenOpened>
          <WhenOpened id="notifications" title="Notifications">
            <NotificationsPanel />
          </WhenOpened>
          <WhenOpened id="payment-methods" title="Payment methods">
            <PaymentMethodsPanel />
          </WhenOpened>
        </>
      )}
    </>
  );
}

function isOfInvoicer(returned: Returned | null): boolean {
  return returned?.appId === "invoicer";
}

interface WhenOpenedProps {
  id: string;
  title: string;
  /** True to show it open at first. It is open too when the URL names it. */
  isOpen?: boolean;
  children: ComponentChildren;
}

/** Section that sends its requests only when it becomes visible. */
function WhenOpened({ id, title, isOpen: isOpenFirst = false, children }: WhenOpenedProps) {
  const [isOpen, setOpen] = useState(isOpenFirst || window.location.hash === `#${id}`);
  return (
    <details id={id} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

const themes: readonly [Theme, string][] = [
  ["system", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];

function ThemeChoice() {
  const chosen = useSignal(theme);
  return (
    <fieldset class="plain-fieldset">
      <legend>Colours</legend>
      <div class="buttons">
        {themes.map(([value, words]) => (
          <label key={value}>
            <input type="radio" name="theme" checked={chosen === value} onChange={() => theme.set(value)} />{" "}
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
