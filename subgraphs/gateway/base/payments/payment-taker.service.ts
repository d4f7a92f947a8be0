import type { EntityManager } from "@mikro-orm/postgresql";
import type { GatewayContext } from "../gateway.context.ts";
import type { PaymentFacts } from "./payment-processor.port.ts";

/** A payment of a connected account, by its session or its ID. */
export interface PaymentToSync {
  processorAccountId: string;
  paymentIntentId: string | null;
  sessionId: string | null;
}

/** What the processor says about a payment at one moment. */
interface PaymentReading {
  /** Null for a payment that was not begun. */
  facts: PaymentFacts | null;
  /** True where its page has closed without a payment. */
  isExpired: boolean;
  /** How many readings of it were applied when this one began. */
  readings: number;
}

/** An app whose records are paid online. */
export interface PaymentTaker {
  /** Prefix of the IDs of its payments, which the processor keeps as their references. */
  readonly prefix: string;
  /** How many readings of a payment were applied; 0 for one that is not known by any of these. */
  readingsOf(em: EntityManager, about: PaymentToSync, id: string | null): Promise<number>;
  /** The account of a payment of this connected account; null for one that it does not have. References are the processor's word. */
  ownerOf(em: EntityManager, id: string, processorAccountId: string): Promise<string | null>;
  /** Applies a reading in the open transaction, under the payment's lock; false where others were applied meanwhile. */
  apply(em: EntityManager, ctx: GatewayContext, id: string, reading: PaymentReading): Promise<boolean>;
}
