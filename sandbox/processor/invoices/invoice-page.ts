import type { Stripe } from "stripe";
import { html, type SafeHtml } from "../hosted/hosted-html.ts";
import { dayElement, formatAmount, type HostedPage } from "../hosted/hosted-page.ts";

/** The page at an invoice's URL: its lines, and a form that pays it while it is open. */
export function invoicePage(invoice: Stripe.Invoice, address: string, problem: string | null): HostedPage {
  const title = `Invoice ${invoice.number ?? "(draft)"}`;
  const due = formatAmount(invoice.amount_due, invoice.currency);
  const body = html`<h1>${title}</h1>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <section aria-labelledby="facts">
      <h2 id="facts">${due} <span class="tag">${invoice.status}</span></h2>
      <p>
        For ${invoice.customer_name ?? invoice.customer_email ?? "the customer"}, created on
        ${dayElement(invoice.created)}.
      </p>
      ${linesTable(invoice)}
      <p><a href="${address}/pdf">Download as PDF</a></p>
      ${
        invoice.status === "open" &&
        html`<form method="post" action="${address}/pay">
          <button type="submit">Pay ${due} with the default payment method</button>
        </form>`
      }
    </section>`;
  return { title, body };
}

function linesTable(invoice: Stripe.Invoice): SafeHtml {
  const money = (amount: number) => formatAmount(amount, invoice.currency);
  const rows = invoice.lines.data.map(
    (line) =>
      html`<tr>
        <th scope="row">
          ${line.description}<br />
          <span class="soft">${dayElement(line.period.start)} to ${dayElement(line.period.end)}</span>
        </th>
        <td class="right">${money(line.amount)}</td>
      </tr>`,
  );
  const balance = invoice.starting_balance;
  const sums: [string, number][] = [
    ["Total", invoice.total],
    ...(balance === 0 ? [] : [["Balance applied", balance] satisfies [string, number]]),
    ["Amount due", invoice.amount_due],
    ["Amount paid", invoice.amount_paid],
  ];
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" class="right">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
      <tfoot>
        ${sums.map(
          ([label, amount]) =>
            html`<tr>
              <th scope="row">${label}</th>
              <td class="right">${money(amount)}</td>
            </tr>`,
        )}
      </tfoot>
    </table>
  </div>`;
}
