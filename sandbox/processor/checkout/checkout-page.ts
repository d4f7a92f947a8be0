import { html, type SafeHtml } from "../hosted/hosted-html.ts";
import { formatAmount, type HostedPage } from "../hosted/hosted-page.ts";

/** A card that the payer may choose. */
export interface CardChoice {
  /** The value that the form sends. */
  value: string;
  label: string;
  /** The effect of this choice. */
  hint: string;
}

export interface CheckoutView {
  /** URL path of the page, without a trailing slash. */
  address: string;
  lines: readonly { name: string; quantity: number; amount: number; rhythm: string | null }[];
  total: number;
  currency: string;
  customerEmail: string | null;
  cards: readonly CardChoice[];
  /** Card that is selected when the page opens. */
  chosenCard: string;
  /** Why the last attempt failed. */
  problem: string | null;
  successUrl: string;
  cancelUrl: string | null;
}

/** The page where a user pays. Works without scripts. */
export function checkoutPage(view: CheckoutView): HostedPage {
  const total = formatAmount(view.total, view.currency);
  const body = html`<h1>Pay ${total}</h1>
    ${view.problem && html`<p class="problem" role="alert">${view.problem}</p>`}
    <section aria-labelledby="order">
      <h2 id="order">Your order</h2>
      ${orderTable(view, total)} ${view.customerEmail && html`<p class="soft">For ${view.customerEmail}.</p>`}
    </section>
    <section aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <form method="post" action="${view.address}/pay">
        ${cardChoices(view)}
        <button class="block" type="submit">Pay ${total}</button>
        <button class="block quiet" type="submit" name="outcome" value="unpaid">
          Pay by bank debit, which settles later
        </button>
      </form>
      ${
        view.cancelUrl !== null &&
        html`<form method="post" action="${view.address}/cancel">
          <button class="block quiet" type="submit">Cancel and go back</button>
        </form>`
      }
    </section>`;
  const formTargets = [view.successUrl, ...(view.cancelUrl === null ? [] : [view.cancelUrl])];
  return { title: `Pay ${total}`, body, formTargets };
}

function orderTable(view: CheckoutView, total: string): SafeHtml {
  const rows = view.lines.map(
    ({ name, quantity, amount, rhythm }) =>
      html`<tr>
        <th scope="row">${name}${rhythm && html` <span class="soft">${rhythm}</span>`}</th>
        <td class="right">${quantity}</td>
        <td class="right">${formatAmount(amount, view.currency)}</td>
      </tr>`,
  );
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" class="right">Quantity</th>
          <th scope="col" class="right">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td></td>
          <td class="right"><strong>${total}</strong></td>
        </tr>
      </tfoot>
    </table>
  </div>`;
}

function cardChoices({ cards, chosenCard }: CheckoutView): SafeHtml {
  return html`<fieldset>
    <legend>Test card</legend>
    ${cards.map(
      ({ value, label, hint }, index) =>
        html`<div class="choice">
          <input
            type="radio"
            id="card-${index}"
            name="card"
            value="${value}"
            ${value === chosenCard && html`checked`}
            aria-describedby="card-${index}-hint"
          />
          <label for="card-${index}"
            >${label} <span id="card-${index}-hint" class="soft">${hint}</span></label
          >
        </div>`,
    )}
  </fieldset>`;
}
