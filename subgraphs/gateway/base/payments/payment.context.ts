import type { GatewayContext } from "../gateway.context.ts";
import type { InvoiceProcessor } from "./payment-processor.port.ts";
import type { PaymentTaker } from "./payment-taker.service.ts";

/** A request as those features see it that take payments of clients. */
export interface PaymentContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** Takes payments of clients for the accounts. */
    processor: InvoiceProcessor;
    /** Apps whose records are paid online. */
    paymentTakers: readonly PaymentTaker[];
  };
}
