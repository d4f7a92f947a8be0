/** Example client of the public GraphQL API: shows a person's plans, credits and invoices, and changes them. */
import { accountQuery, appQuery, call, change, paymentsQuery, previewQuery, signIn } from "./api.js";
import { $, act, element, showAccount, showApp, subscriptionIn, showMessage } from "./show.js";
import { changeWords, money } from "./words.js";

/** The selected app, its last response from the API, and the previewed change of plan. */
let shown = null;

function endPreview() {
  shown.preview = null;
  $("change").hidden = true;
}

async function load(appId) {
  const [account, app] = await Promise.all([call(accountQuery), call(appQuery, { appId })]);
  const subscription = subscriptionIn(account.planSubscriptions.subscriptions, appId);
  shown = { appId, plans: app.plans.plans, subscription, preview: null };
  sessionStorage.setItem("billing.app", appId);
  showAccount(account, appId);
  showApp(app, subscription);
  endPreview();
  $("billing").hidden = false;
}

/** `{CHECKOUT_SESSION_ID}` is filled in by the processor. */
function returnUrls() {
  const page = `${location.origin}${location.pathname}`;
  return {
    successUrl: `${page}?back=paid&session={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${page}?back=turned`,
  };
}

/** Reads the parameters of a return from the processor's page, and removes them from the URL. */
function readReturn() {
  const parameters = new URLSearchParams(location.search);
  const [back, sessionId] = [parameters.get("back"), parameters.get("session")];
  history.replaceState(null, "", location.pathname);
  return { back, sessionId };
}

const backWords = {
  paid: "You are back from the payment page.",
  turned: "The payment was cancelled.",
  portal: "You are back from the billing portal.",
};

/** The processor reports a payment to the platform, usually within a second. This page never does. */
async function awaitPayment(sessionId) {
  for (let tries = 0; tries < 40; tries += 1) {
    const { paymentTransactions } = await call(paymentsQuery);
    const payment = paymentTransactions.transactions.find((one) => one.sessionId === sessionId);
    if (!payment) return "This payment was not found on this account.";
    if (payment.status !== "pending")
      return `The payment of ${money(payment.amount, payment.currency)}: ${payment.status}.`;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return "The payment has not been confirmed yet. Choose Show billing again in a minute.";
}

const returned = readReturn();

function onSubmit(id, work) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    void act(work);
  });
}
const onClick = (id, work) => $(id).addEventListener("click", () => void act(work));

onSubmit("sign-in", async () => {
  const address = signIn({ address: $("address").value, token: $("token").value });
  sessionStorage.setItem("billing.address", address);
  const { sessionId } = returned;
  const message = sessionId ? await awaitPayment(sessionId) : "";
  returned.sessionId = null;
  await load(sessionStorage.getItem("billing.app") ?? "central");
  return message || "Billing is up to date.";
});

$("app").addEventListener(
  "change",
  () => void act(() => load($("app").value).then(() => "The app was changed.")),
);

onSubmit("subscribe", async () => {
  const priceId = $("subscribe-price").value;
  const { planId } = shown.plans.find(({ prices }) =>
    Object.values(prices).some(({ processorId }) => processorId === priceId),
  );
  const values = { appId: shown.appId, planId, priceId, ...returnUrls() };
  const { url } = await change("openSubscriptionCheckout", "SubscriptionCheckoutInput", values, "url");
  location.assign(url);
  return "Opening the payment page.";
});

onSubmit("buy", async () => {
  const values = { appId: shown.appId, packageId: $("package").value, ...returnUrls() };
  const { url } = await change("purchaseCredits", "PurchaseCreditsInput", values, "url");
  location.assign(url);
  return "Opening the payment page.";
});

onClick("portal", async () => {
  const returnUrl = `${location.origin}${location.pathname}?back=portal`;
  const { url } = await change("openBillingPortal", "BillingPortalInput", { returnUrl }, "url");
  location.assign(url);
  return "Opening the billing portal.";
});

/** Changes the subscription, shows the new state, and returns the message of the API. */
async function changeSubscription(field, input, values = {}) {
  const { appId } = shown;
  const { message } = await change(field, input, { appId, ...values }, "message");
  await load(appId);
  return message;
}

onSubmit("preview", async () => {
  const values = { newPriceId: $("change-price").value, prorationBehavior: $("proration").value };
  const { subscriptionChangePreview: preview } = await call(previewQuery, { appId: shown.appId, ...values });
  $("change-text").textContent = changeWords(preview);
  const lines = preview.invoice?.lines ?? [];
  const { currency } = preview.invoice ?? {};
  $("change-lines").replaceChildren(
    ...lines.map(({ description, amount }) => element("li", `${description}: ${money(amount, currency)}`)),
  );
  shown.preview = values;
  $("change").hidden = false;
  $("change-title").focus();
  return "Nothing changes until you confirm.";
});
onSubmit("change", () => changeSubscription("updateSubscription", "UpdateSubscriptionInput", shown.preview));
$("change").addEventListener("reset", () => void act(async () => endPreview()));
// A confirmation applies to the shown preview only, so another choice needs a new preview.
$("preview").addEventListener("change", endPreview);

onSubmit("pause", () => {
  const { value } = $("resume-on");
  const resumeAt = value === "" ? null : new Date(`${value}T00:00`).toISOString();
  return changeSubscription("pauseSubscription", "PauseSubscriptionInput", { resumeAt });
});
onClick("resume", () => changeSubscription("resumeSubscription", "AppSubscriptionInput"));
onClick("reactivate", () => changeSubscription("reactivateSubscription", "AppSubscriptionInput"));
onClick("cancel-later", () =>
  changeSubscription("cancelSubscription", "CancelSubscriptionInput", { cancelAtPeriodEnd: true }),
);
$("cancel-now").addEventListener("click", () => {
  $("end").returnValue = "";
  $("end").showModal();
});
$("end").addEventListener("close", () => {
  if ($("end").returnValue !== "end") return;
  void act(() =>
    changeSubscription("cancelSubscription", "CancelSubscriptionInput", { cancelAtPeriodEnd: false }),
  );
});

$("address").value = sessionStorage.getItem("billing.address") ?? $("address").value;
if (backWords[returned.back]) {
  showMessage(`${backWords[returned.back]} Enter your identity token to see the current state.`);
  $("token").focus();
}
