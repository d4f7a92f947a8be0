/** A client of the public GraphQL API, as any app's page may be one: it shows what a person pays for, and changes it. */
import { accountQuery, appQuery, call, change, paymentsQuery, previewQuery, signIn } from "./api.js";
import { $, act, element, showAccount, showApp, subscriptionIn, showMessage } from "./show.js";
import { changeWords, money } from "./words.js";

/** The app that is shown, what the API last said of it, and the change of plan that was previewed. */
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

/** What this page was opened with after a page of the processor's; the address is cleared of it. */
function readReturn() {
  const parameters = new URLSearchParams(location.search);
  const [back, sessionId] = [parameters.get("back"), parameters.get("session")];
  history.replaceState(null, "", location.pathname);
  return { back, sessionId };
}

const backWords = {
  paid: "You are back from the payment page.",
  turned: "You left the payment page without paying.",
  portal: "You are back from the billing portal.",
};

/** The platform hears of a payment from the processor, mostly within a second; never from this page. */
async function awaitPayment(sessionId) {
  for (let tries = 0; tries < 40; tries += 1) {
    const { paymentTransactions } = await call(paymentsQuery);
    const payment = paymentTransactions.transactions.find((one) => one.sessionId === sessionId);
    if (!payment) return "There is no such payment on this account.";
    if (payment.status !== "pending")
      return `The payment of ${money(payment.amount, payment.currency)}: ${payment.status}.`;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return "The payment has not been confirmed yet. Show billing again in a while.";
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
  return message || "This is the present state.";
});

$("app").addEventListener(
  "change",
  () => void act(() => load($("app").value).then(() => "Another app is shown.")),
);

onSubmit("subscribe", async () => {
  const priceId = $("subscribe-price").value;
  const { planId } = shown.plans.find(({ prices }) =>
    Object.values(prices).some(({ processorId }) => processorId === priceId),
  );
  const values = { appId: shown.appId, planId, priceId, ...returnUrls() };
  const { url } = await change("openSubscriptionCheckout", "SubscriptionCheckoutInput", values, "url");
  location.assign(url);
  return "The payment page opens.";
});

onSubmit("buy", async () => {
  const values = { appId: shown.appId, packageId: $("package").value, ...returnUrls() };
  const { url } = await change("purchaseCredits", "PurchaseCreditsInput", values, "url");
  location.assign(url);
  return "The payment page opens.";
});

onClick("portal", async () => {
  const returnUrl = `${location.origin}${location.pathname}?back=portal`;
  const { url } = await change("openBillingPortal", "BillingPortalInput", { returnUrl }, "url");
  location.assign(url);
  return "The portal opens.";
});

/** A change of the subscription: says what the API says of it, and shows the state after it. */
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
  return "Nothing is changed until you confirm it.";
});
onSubmit("change", () => changeSubscription("updateSubscription", "UpdateSubscriptionInput", shown.preview));
$("change").addEventListener("reset", () => void act(async () => endPreview()));
// What is confirmed is what was shown: another choice wants another preview.
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
  showMessage(`${backWords[returned.back]} Enter your identity token to see the present state.`);
  $("token").focus();
}
