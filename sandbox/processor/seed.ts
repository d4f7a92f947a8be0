import { demoIdentities } from "../../src/demo-identities.ts";
import { newCustomer } from "./payments/customers.ts";
import { createTestMethod } from "./payments/payment-method-store.ts";
import type { Processor, ProcessorSeed } from "./processor-context.ts";

/** When the demo identities became customers, in Unix seconds. */
const demoCustomersSince = Date.UTC(2025, 0, 15) / 1000;

const spareCard = { id: "pm_demo_sam_spare", customerId: "cus_demo_sam" };

/** Each demo identity is a customer with a good card, which is their default; ids are the same at every start. */
export const seedCustomers: ProcessorSeed = (processor) => {
  const { state } = processor;
  for (const { name, email, userId } of demoIdentities) {
    const id = `cus_demo_${name}`;
    const customer = state.add(newCustomer({ id, created: demoCustomersSince, email, metadata: { userId } }));
    seedSpareCard(processor);
    const methodId = `pm_demo_${name}`;
    saveCard(processor, { id: methodId, customerId: id, card: "pm_card_visa" });
    state.change(customer, {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: methodId },
    });
  }
};

/** A second card of one customer, which can be detached. Run again, it changes nothing. */
export const seedSpareCard: ProcessorSeed = (processor) => {
  const { id, customerId } = spareCard;
  const isDue = processor.state.findAny(id) === null && processor.state.find("customer", customerId) !== null;
  if (isDue) saveCard(processor, { ...spareCard, card: "pm_card_mastercard" });
};

function saveCard(
  processor: Processor,
  { id, customerId, card }: { id: string; customerId: string; card: string },
): void {
  const { state, clock } = processor;
  const expiry = { month: 12, year: clock.now().getUTCFullYear() + 4 };
  const method = createTestMethod(processor, card, { id, expiry, created: demoCustomersSince });
  state.change(method, { customer: customerId });
  state.setAside(id, { isSetUp: true });
}
