/** Calls of the public GraphQL API: its documents, its refusals, and keys that let a change be asked for again. */

const subscriptionFields = `appId planId priceId status interval currentPeriodEnd cancelAt endedAt entitled pause { resumesAt }`;

export const accountQuery = `query Account {
  me { name email }
  marketplaceApps { apps { appId name } }
  planSubscriptions { subscriptions { ${subscriptionFields} } }
  paymentMethods { paymentMethods { id type isDefault card { brand last4 expMonth expYear } } }
  billingInvoices { invoices { id number status amount currency created hostedInvoiceUrl } }
}`;
export const appQuery = `query App($appId: ID!) {
  plans(appId: $appId) { plans { planId name prices } }
  creditBalance(appId: $appId) { balance available }
  creditPackages(appId: $appId) { packages { packageId name credits bonusCredits price currency } }
  upcomingInvoice(appId: $appId) { amount currency nextPaymentAttempt }
}`;
export const previewQuery = `query Preview($appId: ID!, $newPriceId: String!, $prorationBehavior: ProrationBehavior!) {
  subscriptionChangePreview(appId: $appId, newPriceId: $newPriceId, prorationBehavior: $prorationBehavior) {
    planId interval proration { amount currency effectiveAt }
    invoice { amount currency nextPaymentAttempt lines { description amount } }
  }
}`;
export const paymentsQuery = `query Payments { paymentTransactions(limit: 20) { transactions { sessionId status amount currency } } }`;
const mutationOf = (field, input, fields) =>
  `mutation Change($input: ${input}!) { answer: ${field}(input: $input) { ${fields} } }`;

/** In memory alone: who comes back from a page of the processor's signs in again. */
let session = null;

export function signIn({ address, token }) {
  session = { address: address.replace(/\/+$/, ""), token: token.trim() };
  return session.address;
}

/** What the API refused, in its own words. */
class Refusal extends Error {
  constructor({ message, extensions: { code = "", details, http } = {} }) {
    const fields = (details?.fields ?? []).map(({ path, message: fault }) => `${path} ${fault}`);
    super([`${message} (${code})`, ...fields].join("\n"));
    this.isFinal = (http?.status ?? 500) < 500;
  }
}

/** Throws a Refusal with the words of the API, or an Error that says why it could not be asked. */
export async function call(query, variables, headers = {}) {
  const { address, token } = session;
  const response = await fetch(`${address}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ query, variables }),
  }).catch(() => {
    throw new Error(`${address} cannot be reached from ${location.origin}, or does not admit its pages.`);
  });
  const body = await response.json().catch(() => {
    throw new Error(`${address} answered ${response.status}, and not as this API does.`);
  });
  // Before a document is run, a credential may be refused in the form of the other doors.
  if (body.error) throw new Refusal({ message: body.error, extensions: body });
  if (body.errors) throw new Refusal(body.errors[0]);
  return body.data;
}

/** Keys of changes that were not answered for good: the same change with its key is never made twice. */
const openKeys = new Map();

/** Makes a change and answers the `fields` of what the API says of it. */
export async function change(field, input, values, fields) {
  const name = JSON.stringify([field, values]);
  const key = openKeys.get(name) ?? crypto.randomUUID();
  openKeys.set(name, key);
  try {
    const { answer } = await call(
      mutationOf(field, input, fields),
      { input: values },
      { "idempotency-key": key },
    );
    openKeys.delete(name);
    return answer;
  } catch (error) {
    if (error.isFinal) openKeys.delete(name);
    throw error;
  }
}
