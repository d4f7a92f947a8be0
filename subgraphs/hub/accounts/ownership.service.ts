import type { EntityManager } from "@mikro-orm/postgresql";
import type { Membership } from "../../../src/access/roles.ts";
import { copyContext } from "../../../src/context.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { memberNotFound, offerNotFound } from "./accounts.errors.ts";
import { changeMember, lockOrganization, requireMember } from "./member.rows.ts";
import type { OfferOwnershipInput, OwnershipOffer } from "./ownership.types.ts";

const offerLifetimeMs = 7 * 24 * 60 * 60 * 1000;

interface OfferRow {
  id: string;
  ownerId: string;
  offeredBy: string;
  userId: string;
  stepsDown: boolean;
  expiresAt: string;
}

const columns = `id, owner_id AS "ownerId", offered_by AS "offeredBy", user_id AS "userId", steps_down AS "stepsDown",
  expires_at AS "expiresAt"`;

/**
 * Offers the ownership to a member, for 7 days. An earlier offer to the same member is replaced. Throws MEMBER_NOT_FOUND,
 * and INVALID_STATE for an owner. Idempotent by the call's key.
 */
export function offerOwnership(ctx: HubContext, input: OfferOwnershipInput): Promise<OwnershipOffer> {
  const { accountId, userId: offeredBy } = membershipOf(ctx, memberNotFound);
  return exactlyOnce(ctx, { operation: "offerOwnership", input }, async (em) => {
    await lockOrganization(em, accountId);
    const { role } = await requireMember(em, accountId, input.userId);
    if (role === "owner") throw alreadyOwner();
    const now = ctx.clock.now();
    const [row] = await executeSql<OfferRow>(
      em,
      `INSERT INTO account_ownership_offers (id, owner_id, offered_by, user_id, steps_down, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (owner_id, user_id) DO UPDATE SET id = EXCLUDED.id, offered_by = EXCLUDED.offered_by,
         steps_down = EXCLUDED.steps_down, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
       RETURNING ${columns}`,
      [
        newId("own"),
        accountId,
        offeredBy,
        input.userId,
        input.stepDown,
        now,
        new Date(now.getTime() + offerLifetimeMs),
      ],
    );
    return presentOffer(row!, "open");
  });
}

/**
 * Makes the caller an owner, as an owner has offered. The offer is void once who made it is an owner no more. Throws
 * NOT_FOUND.
 */
export function acceptOwnership(ctx: HubContext): Promise<OwnershipOffer> {
  const { accountId, userId } = membershipOf(ctx, offerNotFound);
  // The caller's membership changes here, so it is not the one to keep; its row is locked instead.
  const changing: HubContext = copyContext(ctx, { principal: { ...ctx.principal, membership: null } });
  return changeAccess(ctx, userId, () =>
    exactlyOnce(changing, { operation: "acceptOwnership", input: {} }, async (em) => {
      await lockOrganization(em, accountId);
      const offer = await takeOffer(em, accountId, userId);
      if (!offer || new Date(offer.expiresAt) <= ctx.clock.now()) throw offerNotFound();
      const [member, owner] = [
        await requireMember(em, accountId, userId),
        await requireMember(em, accountId, offer.offeredBy),
      ];
      if (owner.role !== "owner") throw offerNotFound();
      await changeMember(em, { ...member, role: "owner" }, ctx.clock.now());
      if (offer.stepsDown) await changeMember(em, { ...owner, role: "admin" }, ctx.clock.now());
      return presentOffer(offer, "accepted");
    }),
  );
}

/** Withdraws an offer as an owner, or declines the caller's own. Throws NOT_FOUND. */
export function withdrawOwnership(ctx: HubContext, userId: string): Promise<OwnershipOffer> {
  const { accountId, userId: ownId, role } = membershipOf(ctx, offerNotFound);
  return exactlyOnce(ctx, { operation: "withdrawOwnership", input: { userId } }, async (em) => {
    const offer = role === "owner" || userId === ownId ? await takeOffer(em, accountId, userId) : null;
    if (!offer) throw offerNotFound();
    return presentOffer(offer, "withdrawn");
  });
}

async function takeOffer(em: EntityManager, accountId: string, userId: string): Promise<OfferRow | null> {
  const sql = `DELETE FROM account_ownership_offers WHERE owner_id = $1 AND user_id = $2 RETURNING ${columns}`;
  return (await executeSql<OfferRow>(em, sql, [accountId, userId]))[0] ?? null;
}

/** The caller's membership. A personal account has no offers and no other members. */
function membershipOf({ principal }: HubContext, missing: () => DomainError): Membership {
  if (principal.membership) return principal.membership;
  throw missing();
}

function alreadyOwner(): DomainError {
  return new DomainError("INVALID_STATE", "This member is already an owner. Choose another member.", {
    currentState: "owner",
  });
}

function presentOffer(row: OfferRow, status: OwnershipOffer["status"]): OwnershipOffer {
  const { id, ownerId: accountId, offeredBy, userId, stepsDown: stepDown, expiresAt } = row;
  return { id, accountId, offeredBy, userId, stepDown, status, expiresAt: new Date(expiresAt) };
}
