import { createHmac } from "node:crypto";

export const webhookSecret = "whsec_of_the_benchmark";
export const ownerId = "bench-payer";

/** The payment's id at the processor and at both servers. */
export function paymentOf(run: string, number: number) {
  return { transactionId: `txn_${run}_${number}`, intentId: `pi_${run}_${number}`, amount: 1000 };
}

/** The payment as the processor answers it. */
export function intentJson(intentId: string): string {
  const [, run = "", number = ""] = intentId.split("_");
  const { transactionId, amount } = paymentOf(run, Number(number));
  return JSON.stringify({
    id: intentId,
    object: "payment_intent",
    amount,
    currency: "usd",
    customer: "cus_bench",
    status: "succeeded",
    payment_method: "pm_bench",
    last_payment_error: null,
    latest_charge: {
      id: `ch_${run}_${number}`,
      object: "charge",
      amount_refunded: 0,
      disputed: false,
      receipt_url: "https://processor.example/receipt",
    },
    metadata: { userId: ownerId, appId: "central", transactionId },
  });
}

/** A signed event about a payment that has succeeded. */
export function signedEvent(run: string, number: number): { body: string; signature: string } {
  const created = Math.floor(Date.now() / 1000);
  const { intentId } = paymentOf(run, number);
  const id = `evt_${run}_${number}`;
  const head = `{"id":"${id}","object":"event","api_version":"2026-10-28.endive","created":${created},"livemode":false`;
  const body = `${head},"type":"payment_intent.succeeded","data":{"object":${intentJson(intentId)}}}`;
  const hmac = createHmac("sha256", webhookSecret).update(`${created}.${body}`).digest("hex");
  return { body, signature: `t=${created},v1=${hmac}` };
}
