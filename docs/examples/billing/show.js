/** What stands on the page, and how it is told. */
import { day, invoiceWords, methodWords, money, planWords } from "./words.js";

let isBusy = false;

export const $ = (id) => document.getElementById(id);

export function element(name, content, properties = {}) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...[content].flat());
  return made;
}

const row = ([head, ...cells]) =>
  element("tr", [element("th", head, { scope: "row" }), ...cells.map((cell) => element("td", cell))]);
const options = (list) => list.map(({ value, text }) => element("option", text, { value }));

function fillSelect(id, list, chosen = $(id).value) {
  $(id).replaceChildren(...options(list));
  if (list.some(({ value }) => value === chosen)) $(id).value = chosen;
}

export function showMessage(done, problem = "") {
  $("done").textContent = done;
  $("problem").textContent = problem;
}

/** Runs one action at a time. Errors are shown with the message of the API. */
export async function act(work) {
  if (isBusy) return;
  isBusy = true;
  document.body.setAttribute("aria-busy", "true");
  const { activeElement: focused } = document;
  try {
    showMessage("", "");
    showMessage((await work()) ?? "");
  } catch (error) {
    showMessage("", error.message);
  } finally {
    isBusy = false;
    document.body.removeAttribute("aria-busy");
    // A button that is gone now must not take the reader's place on the page with it.
    if (focused?.closest("[hidden]")) $("messages").focus();
  }
}

/** The live subscription of an app, else the one that came last; null without any. */
export const subscriptionIn = (subscriptions, appId) => {
  const inApp = subscriptions.filter((one) => one.appId === appId);
  return inApp.find(({ status }) => status !== "canceled") ?? inApp[0] ?? null;
};

export function showAccount({ me, marketplaceApps: { apps }, ...account }, appId) {
  $("person").textContent = me.name ?? me.email ?? "this account";
  const { subscriptions } = account.planSubscriptions;
  const rows = apps.map(({ appId: id, name }) => {
    const subscription = subscriptionIn(subscriptions, id);
    if (!subscription) return row([name, "none", "", ""]);
    const { planId, status, endedAt, currentPeriodEnd } = subscription;
    return row([name, planId, status, day(endedAt ?? currentPeriodEnd)]);
  });
  $("apps").replaceChildren(...rows);
  const choices = apps.map(({ appId: value, name: text }) => ({ value, text }));
  fillSelect("app", choices, appId);
  for (const place of document.querySelectorAll("[data-app-name]"))
    place.textContent = choices.find(({ value }) => value === appId)?.text ?? appId;
  const { paymentMethods } = account.paymentMethods;
  const methods = paymentMethods.length > 0 ? paymentMethods.map(methodWords) : ["No saved payment methods."];
  $("methods").replaceChildren(...methods.map((words) => element("li", words)));
  showInvoices(account.billingInvoices.invoices);
}

function showInvoices(invoices) {
  const rows = invoices.map(({ number, hostedInvoiceUrl: href, status, created, amount, currency }) => {
    const name = number ?? "draft";
    const cells = [href ? element("a", name, { href }) : name, day(created), status, money(amount, currency)];
    const made = row(cells);
    made.lastChild.className = "right";
    return made;
  });
  $("invoices").replaceChildren(...(rows.length > 0 ? rows : [row(["No invoices yet.", "", "", ""])]));
}

export function showApp({ plans, creditBalance, creditPackages, upcomingInvoice: next }, subscription) {
  const isLive = subscription !== null && subscription.status !== "canceled";
  $("plan-text").textContent = subscription
    ? planWords(subscription)
    : "No plan yet. Choose one and subscribe.";
  $("upcoming").textContent = next ? `${invoiceWords(next)}.` : "No upcoming invoice.";
  const prices = plans.plans.flatMap(({ name, prices: byInterval }) =>
    Object.entries(byInterval).flatMap(([interval, { amount, currency, processorId: value }]) =>
      value ? [{ value, text: `${name}, ${interval}: ${money(amount, currency)}` }] : [],
    ),
  );
  fillSelect("subscribe-price", prices);
  fillSelect(
    "change-price",
    prices.filter(({ value }) => value !== subscription?.priceId),
  );
  $("subscribe").hidden = isLive || prices.length === 0;
  $("live-plan").hidden = !isLive;
  $("pause").hidden = subscription?.status !== "active";
  $("resume").hidden = !subscription?.pause;
  $("reactivate").hidden = !subscription?.cancelAt;
  $("cancel-later").hidden = Boolean(subscription?.cancelAt);
  const { balance, available } = creditBalance;
  $("credits-text").textContent = `Balance: ${balance} credits, ${available} available.`;
  const packages = creditPackages.packages.map(({ packageId: value, name, price, currency, ...one }) => {
    const credits = one.credits + one.bonusCredits;
    return { value, text: `${name}: ${credits} credits for ${money(price, currency)}` };
  });
  fillSelect("package", packages);
  $("buy").hidden = packages.length === 0;
}
