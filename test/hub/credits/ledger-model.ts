import { compareLots, drawLots, type Lot } from "../../../subgraphs/hub/credits/ledger.ts";
import { reversedShare } from "../../../subgraphs/hub/credits/purchase.ts";

export interface ModelHold {
  id: string;
  amount: number;
  status: "pending" | "captured" | "released" | "expired";
  expiresAt: number;
}

export interface ModelPurchase {
  id: string;
  credits: number;
  price: number;
  refunded: number;
  reversed: number;
  lot: Lot;
}

/** What one account should look like after each operation, computed the slow and plain way. Amounts in hundredths. */
export class LedgerModel {
  balance = 0;
  totalPurchased = 0;
  totalConsumed = 0;
  readonly lots: Lot[] = [];
  readonly holds: ModelHold[] = [];
  readonly purchases: ModelPurchase[] = [];

  get held(): number {
    const pending = this.holds.filter(({ status }) => status === "pending");
    return pending.reduce((sum, { amount }) => sum + amount, 0);
  }

  get available(): number {
    return this.balance - this.held;
  }

  credit(amount: number, lot: Omit<Lot, "remaining">): Lot {
    this.balance += amount;
    const added = { ...lot, remaining: Math.max(0, Math.min(amount, this.balance)) };
    this.lots.push(added);
    return added;
  }

  purchase(bought: Omit<ModelPurchase, "refunded" | "reversed" | "lot">, lot: Omit<Lot, "remaining">): void {
    this.totalPurchased += bought.credits;
    this.purchases.push({ ...bought, refunded: 0, reversed: 0, lot: this.credit(bought.credits, lot) });
  }

  spend(amount: number): void {
    this.totalConsumed += amount;
    this.#take(amount, null);
  }

  /** Refunds `part` hundredths of the price, at most the unrefunded rest. */
  refund(bought: ModelPurchase, part: number): void {
    bought.refunded = Math.min(bought.price, bought.refunded + Math.floor((bought.price * part) / 100));
    const share = reversedShare(bought.credits, bought.refunded, bought.price);
    this.#take(share - bought.reversed, bought.lot);
    bought.reversed = share;
    for (const hold of this.holds.toReversed()) {
      if (this.held <= Math.max(this.balance, 0)) break;
      if (hold.status === "pending") hold.status = "released";
    }
  }

  /** Expires due holds, then due lots as far as they are available, as the job does. */
  expire(now: number): void {
    for (const hold of this.holds) {
      if (hold.status === "pending" && hold.expiresAt <= now) hold.status = "expired";
    }
    const due = this.lots.filter((lot) => lot.expiresAt !== null && lot.expiresAt.getTime() <= now);
    for (const lot of due.toSorted(compareLots)) {
      const amount = Math.max(0, Math.min(lot.remaining, this.available));
      lot.remaining -= amount;
      this.balance -= amount;
    }
  }

  #take(amount: number, first: Lot | null): void {
    this.balance -= amount;
    for (const draw of drawLots(this.lots, amount, first?.id ?? null)) {
      this.lots.find(({ id }) => id === draw.lotId)!.remaining -= draw.amount;
    }
  }
}
