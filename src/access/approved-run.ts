import type { EntityManager } from "@mikro-orm/postgresql";

/** An approved request while it runs. Made in this process alone: no request can carry one. */
export interface ApprovedRun {
  requestId: string;
  accountId: string;
  /** Who approved it, with the stored version of the membership whose rights were checked. */
  approver: { userId: string; version: number };
  /** Records, in the transaction of the effect, that the request has run. Returns false when it may not, or has already. */
  settle(em: EntityManager, result: { sealed: string; objectId: string | null }): Promise<boolean>;
}
