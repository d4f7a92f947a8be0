import { Stripe } from "stripe";
import { adoptCustomer } from "../../../subgraphs/hub/processor/customers.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../../support/app.ts";
import { createPerson, type Person } from "../support/people.ts";

/** A person with credits in `central`, known to the processor's stand-in with a default card. */
export interface Payer extends Person {
  customerId: string;
  /** Makes another test card the default one. */
  useCard(token: string): Promise<void>;
  /** The processor's actual charges, in cents, oldest first. */
  charges(): Promise<number[]>;
}

function processorOf(app: TestApp): Stripe {
  const { hostname: host, port } = new URL(app.sandboxUrl);
  const withBasePath: typeof fetch = (input, init) => {
    const asked = new URL(String(input));
    return fetch(`${app.sandboxUrl}/processor${asked.pathname}${asked.search}`, init);
  };
  const httpClient = Stripe.createFetchHttpClient(withBasePath);
  return new Stripe("sk_test_sandbox_processor", { host, port, protocol: "http", httpClient });
}

export async function createPayer(app: TestApp, credits: number, card = "pm_card_visa"): Promise<Payer> {
  const person = await createPerson(app, credits);
  const stripe = processorOf(app);
  const { id: customerId } = await stripe.customers.create({ metadata: { userId: person.ownerId } });
  const useCard = async (token: string) => {
    const method = await stripe.paymentMethods.attach(token, { customer: customerId });
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method.id } });
  };
  await useCard(card);
  await adoptCustomer(app.running.platform.contextIn("hub") as HubContext, person.ownerId, customerId);
  return {
    ...person,
    headers: { ...person.headers, "x-app-id": "central" },
    customerId,
    useCard,
    charges: async () => {
      const { data } = await stripe.charges.list({ customer: customerId, limit: 100 });
      return data
        .filter(({ paid }) => paid)
        .map(({ amount }) => amount)
        .reverse();
    },
  };
}

/** Changes a switch of the processor's stand-in. */
export async function controlProcessor(app: TestApp, path: string, body: object): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/processor${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}
