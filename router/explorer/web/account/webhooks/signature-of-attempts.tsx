import { useEffect, useState } from "preact/hooks";
import { useSignal } from "../../state/signal.ts";
import { Table } from "../../ui/table.tsx";
import { webhookSecrets } from "./webhook-secrets.ts";
import { canCheck, signatureOf } from "./webhook-signature.ts";
import type { WebhookDeliveryDetail } from "./webhooks.types.ts";

interface Signed {
  number: number;
  timestamp: string;
  signature: string;
}

/** `webhook-signature` of each attempt, calculated in the browser from the endpoint's secret. */
export function SignatureOfAttempts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const known = useSignal(webhookSecrets).get(delivery.endpointId) ?? "";
  const [typed, setTyped] = useState("");
  const [signed, setSigned] = useState<readonly Signed[]>([]);
  const secret = typed === "" ? known : typed;
  useEffect(() => {
    let isCurrent = true;
    setSigned([]);
    if (!secret.startsWith("whsec_")) return;
    signAll(delivery, secret).then(
      (rows) => isCurrent && setSigned(rows),
      // A secret that is not valid base64 cannot sign.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [secret, delivery]);
  if (!canCheck) return <p class="muted">Signatures are available only over https or on localhost.</p>;
  return (
    <>
      <p>
        Each attempt has its own signature: HMAC-SHA-256 of <code>webhook-id.webhook-timestamp.body</code>{" "}
        with the endpoint's secret. The secret does not leave this page.
      </p>
      <p>
        <label>
          Secret{" "}
          <input
            type="password"
            autocomplete="off"
            value={typed}
            placeholder={known === "" ? "whsec_…" : "known from this page"}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      </p>
      {signed.length > 0 && (
        <Table
          caption="Signatures by attempt"
          rows={signed}
          keyOf={({ number }) => String(number)}
          columns={[
            { name: "Attempt", cell: ({ number }) => number },
            { name: "webhook-timestamp", cell: ({ timestamp }) => <code>{timestamp}</code> },
            { name: "webhook-signature", cell: ({ signature }) => <code>{signature}</code> },
          ]}
        />
      )}
    </>
  );
}

function signAll(
  { messageId: id, payload, attempts }: WebhookDeliveryDetail,
  secret: string,
): Promise<Signed[]> {
  const body = JSON.stringify(payload);
  return Promise.all(
    attempts.map(async ({ number, at }) => {
      const timestamp = String(Math.floor(Date.parse(at) / 1000));
      return { number, timestamp, signature: await signatureOf({ id, timestamp, body }, secret) };
    }),
  );
}
