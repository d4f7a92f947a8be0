import type { EntityManager } from "@mikro-orm/postgresql";
import { ClientEntity } from "../invoices/client.entity.ts";
import type { InvoiceEntity } from "../invoices/invoice.entity.ts";
import type { ReceivedPaymentEntity } from "./received-payment.entity.ts";

/** Who paid: the client, else the one printed on the first invoice. */
export async function clientOf(
  em: EntityManager,
  { clientId }: ReceivedPaymentEntity,
  invoices: readonly InvoiceEntity[],
): Promise<{ name: string | null; email: string | null }> {
  const client = clientId === null ? null : await em.findOne(ClientEntity, { id: clientId });
  const [invoice] = invoices;
  return {
    name: client?.name ?? invoice?.clientName ?? null,
    email: client?.email ?? invoice?.clientEmail ?? null,
  };
}
