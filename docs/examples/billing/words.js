/** Texts of the page. */

export const money = (amount, currency) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(amount);
export const day = (time) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(time));

export function invoiceWords({ amount, currency, nextPaymentAttempt: at }) {
  return `Next invoice: ${money(amount, currency)}${at ? ` on ${day(at)}` : ""}`;
}

export function planWords({ planId, interval, status, entitled, cancelAt, pause, currentPeriodEnd }) {
  if (status === "canceled") return `The plan ${planId} has ended.`;
  const words = [`${planId}, ${interval}: ${status}.`];
  words.push(cancelAt ? `It ends on ${day(cancelAt)}.` : `Its period ends on ${day(currentPeriodEnd)}.`);
  if (pause) {
    const until = pause.resumesAt ? `until ${day(pause.resumesAt)}` : "until it is resumed";
    words.push(`Billing is paused ${until}.`);
  }
  if (!entitled) words.push("It currently gives no access.");
  return words.join(" ");
}

export function changeWords({ planId, interval, proration, invoice }) {
  const words = [`Change to ${planId}, ${interval}.`];
  if (proration) {
    const { amount, currency } = proration;
    const adds = amount < 0 ? "gives back" : "adds";
    words.push(`For the rest of this period, the change ${adds} ${money(Math.abs(amount), currency)}.`);
  } else words.push("This period costs nothing more.");
  if (invoice) words.push(`${invoiceWords(invoice)}, for:`);
  return words.join(" ");
}

export function methodWords({ type, card, isDefault }) {
  const name = card
    ? `${card.brand} ending in ${card.last4}, expires ${card.expMonth}/${card.expYear}`
    : type;
  return isDefault ? `${name} (default)` : name;
}
