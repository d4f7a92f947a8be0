import { demoIdentities } from "../../src/demo-identities.ts";
import { newCustomer } from "./payments/customers.ts";
import { createTestMethod } from "./payments/payment-method-store.ts";
import type { ProcessorSeed } from "./processor-context.ts";

/** When the demo identities became customers, in Unix seconds. */
const demoCustomersSince = Date.UTC(2025, 0, 15) / 1000;

/** The demo identity with a second card, which can be detached. */
const hasSpareCard = "sam";

/** Each demo identity is a customer with a good card, which is their default; ids are the same at every start. */
export const seedCustomers: ProcessorSeed = (processor) => {
  const { state } = processor;
  for (const { name, email, userId } of demoIdentities) {
    const id = `cus_demo_${name}`;
    const customer = state.add(newCustomer({ id, created: demoCustomersSince, email, metadata: { userId } }));
    const expiry = { month: 12, year: processor.clock.now().getUTCFullYear() + 4 };
    const save = (methodId: string, card: string): void => {
      const method = createTestMethod(processor, card, { id: methodId, expiry, created: demoCustomersSince });
      state.change(method, { customer: id });
      state.setAside(methodId, { isSetUp: true });
    };
    if (name === hasSpareCard) save(`pm_demo_${name}_spare`, "pm_card_mastercard");
    const methodId = `pm_demo_${name}`;
    save(methodId, "pm_card_visa");
    state.change(customer, {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: methodId },
    });
  }
};
