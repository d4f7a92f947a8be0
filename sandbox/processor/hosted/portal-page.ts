import type { CardChoice } from "../checkout/checkout-page.ts";
import { html, type SafeHtml } from "./hosted-html.ts";
import { dayElement, formatAmount, type HostedPage } from "./hosted-page.ts";

export interface PortalView {
  /** URL path of the page, without a trailing slash. */
  address: string;
  customerName: string;
  returnUrl: string | null;
  subscriptions: readonly PortalSubscription[];
  methods: readonly { id: string; label: string; expires: string | null; isDefault: boolean }[];
  invoices: readonly {
    number: string;
    createdAt: number;
    amount: number;
    currency: string;
    status: string;
    url: string | null;
  }[];
  /** Cards that may be added. */
  cards: readonly CardChoice[];
  problem: string | null;
  /** The result of the last form. */
  done: string | null;
}

export interface PortalSubscription {
  id: string;
  name: string;
  amount: number;
  currency: string;
  interval: string;
  status: string;
  periodEnd: number;
  /** Time of the end, if known. */
  endsAt: number | null;
  canCancel: boolean;
  canKeep: boolean;
}

/** The page where customers manage their subscriptions and payment methods. Works without scripts. */
export function portalPage(view: PortalView): HostedPage {
  const body = html`<h1>Billing of ${view.customerName}</h1>
    ${view.returnUrl !== null && html`<p><a href="${view.returnUrl}">Go back to the app</a></p>`}
    ${view.problem && html`<p class="problem" role="alert">${view.problem}</p>`}
    ${view.done && html`<p class="done" role="status">${view.done}</p>`}
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions">Subscriptions</h2>
      ${listOrNone(
        view.subscriptions.map((one) => subscriptionItem(view, one)),
        "No subscriptions.",
      )}
    </section>
    <section aria-labelledby="methods">
      <h2 id="methods">Payment methods</h2>
      ${listOrNone(methodItems(view), "No saved payment methods. Add a card below.")} ${addCard(view)}
    </section>
    <section aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      ${view.invoices.length === 0 ? html`<p class="soft">No invoices yet.</p>` : invoiceTable(view)}
    </section>`;
  return { title: `Billing of ${view.customerName}`, body };
}

function listOrNone(items: readonly SafeHtml[], none: string): SafeHtml {
  return items.length === 0
    ? html`<p class="soft">${none}</p>`
    : html`<ul class="list">
        ${items}
      </ul>`;
}

function subscriptionItem({ address }: PortalView, one: PortalSubscription): SafeHtml {
  const action = (name: string, label: string) =>
    html`<form method="post" action="${address}/subscriptions/${one.id}/${name}">
      <button class="quiet" type="submit">${label} <span class="unseen">${one.name}</span></button>
    </form>`;
  return html`<li>
    <div>
      <strong>${one.name}</strong> <span class="tag">${one.status}</span><br />
      ${formatAmount(one.amount, one.currency)} per ${one.interval}
      <span class="soft"
        >${
          one.endsAt === null
            ? html`· renews on ${dayElement(one.periodEnd)}`
            : html`· ends on ${dayElement(one.endsAt)}`
        }</span
      >
    </div>
    <div class="actions">
      ${one.canCancel && action("cancel", "Cancel at the end of the period")}
      ${one.canKeep && action("keep", "Keep the subscription")}
    </div>
  </li>`;
}

function methodItems({ address, methods }: PortalView): SafeHtml[] {
  const action = (id: string, label: string, name: string, text: string) =>
    html`<form method="post" action="${address}/methods/${id}/${name}">
      <button class="quiet" type="submit">${text} <span class="unseen">${label}</span></button>
    </form>`;
  return methods.map(
    ({ id, label, expires, isDefault }) =>
      html`<li>
        <div>
          ${label} ${expires !== null && html`<span class="soft">expires ${expires}</span>`}
          ${isDefault && html`<span class="tag">default</span>`}
        </div>
        <div class="actions">
          ${!isDefault && action(id, label, "default", "Make default")}
          ${action(id, label, "remove", "Remove")}
        </div>
      </li>`,
  );
}

function addCard({ address, cards }: PortalView): SafeHtml {
  return html`<form method="post" action="${address}/methods">
    <label for="card">Test card</label>
    <select id="card" name="card">
      ${cards.map(({ value, label, hint }) => html`<option value="${value}">${label} (${hint})</option>`)}
    </select>
    <button type="submit">Add card</button>
  </form>`;
}

function invoiceTable({ invoices }: PortalView): SafeHtml {
  const rows = invoices.map(
    ({ number, createdAt, amount, currency, status, url }) =>
      html`<tr>
        <th scope="row">${url === null ? number : html`<a href="${url}">${number}</a>`}</th>
        <td>${dayElement(createdAt)}</td>
        <td>${status}</td>
        <td class="right">${formatAmount(amount, currency)}</td>
      </tr>`,
  );
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col" class="right">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
