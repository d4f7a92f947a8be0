import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { businessOnPage } from "../../base/business-card.rows.ts";
import type { BusinessOnPage } from "../../base/business-on-page.types.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";

const ownersOf = {
  page: "SELECT owner_id FROM booking_pages WHERE slug = $1",
  booking: "SELECT owner_id FROM bookings WHERE id = $1",
  registration: "SELECT owner_id FROM event_registrations WHERE id = $1",
};

/**
 * The business of the account whose page, booking or registration this is. It is read for each answer and not kept with the result of
 * a form. The address or link was checked before.
 */
export function businessOf(
  ctx: GatewayContext,
  kind: keyof typeof ownersOf,
  { id, locale }: { id: string; locale: string },
): Promise<BusinessOnPage> {
  const read = async (em: GatewayContext["em"]) => {
    const [found] = await executeSql<{ owner_id: string }>(em, ownersOf[kind], [id]);
    return businessOnPage(em, found?.owner_id ?? "", locale);
  };
  return asSystem(ctx.em, read, { readOnly: true });
}
