import { changedFields } from "../../../src/access/audit-change.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals, parseCurrency } from "../../../src/currency.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { toMinor } from "../../../src/money.ts";
import { findApp, requireRegisteredApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import type {
  CreateCreditPackageInput,
  CreditPackageRegistry,
  RegisteredCreditPackage,
  UpdateCreditPackageInput,
} from "./credit-prices.types.ts";
import {
  presentPackage,
  selectPackage,
  selectPackages,
  writePackage,
  type StoredPackage,
} from "./registered-package.rows.ts";

/** Every package of an app, or of all apps, off sale or not. */
export async function listRegisteredPackages(
  ctx: HubContext,
  appId: string | null,
): Promise<CreditPackageRegistry> {
  if (appId !== null) await requireRegisteredApp(ctx, appId);
  const packages = (await selectPackages(ctx.em, appId)).map(presentPackage);
  return { packages, total: packages.length };
}

/**
 * Puts a package on sale. Its price is created at the payment processor, or the named one is linked. Idempotent. Throws
 * PACKAGE_EXISTS, INVALID_CURRENCY, PRICE_MISMATCH for a named price that is not this one, and PROCESSOR_ERROR.
 */
export function createCreditPackage(
  ctx: HubContext,
  input: CreateCreditPackageInput,
): Promise<RegisteredCreditPackage> {
  const currency = parseCurrency(input.currency);
  return onceOutside<StoredPackage, string, RegisteredCreditPackage>(
    ctx,
    { operation: "createCreditPackage", input },
    {
      record: async (em) => {
        if (!(await findApp(ctx, input.appId)))
          throw validationError([
            { path: "appId", message: "must be the ID of a registered app", rule: "exists" },
          ]);
        if (await selectPackage(em, input.packageId)) throw packageExists();
        return {
          packageId: input.packageId,
          appId: input.appId,
          name: input.name,
          description: input.description,
          credits: input.credits,
          bonusCredits: input.bonusCredits ?? 0,
          priceMinor: toMinor(input.price, currencyDecimals(currency)),
          currency,
          priceId: input.priceId ?? null,
          validityDays: input.validityDays ?? null,
          popular: input.popular ?? false,
          active: true,
          sortOrder: input.sortOrder ?? 0,
          pool: input.pool,
        };
      },
      act: (intent, effectKey) => priceAtProcessor(ctx, intent, effectKey),
      settle: async (em, intent, priceId) => {
        const existing = await selectPackage(em, intent.packageId);
        // The same price means that this run is repeated after its commit was lost.
        if (existing && existing.priceId !== priceId) throw packageExists();
        return store(em, { ...intent, priceId });
      },
    },
  );
}

/** What a change of a package is about to do. `needsPrice` is true when its price changes or is to be linked. */
interface PackageChange {
  changed: StoredPackage;
  needsPrice: boolean;
}

/**
 * Changes a package. A new price is created at the payment processor, or the named one is linked; buyers with an open
 * checkout page still pay the old one. Idempotent. Throws PACKAGE_NOT_FOUND, and the errors of `createCreditPackage`.
 */
export function updateCreditPackage(
  ctx: HubContext,
  input: UpdateCreditPackageInput,
): Promise<RegisteredCreditPackage> {
  return onceOutside<PackageChange, string | null, RegisteredCreditPackage>(
    ctx,
    { operation: "updateCreditPackage", input },
    {
      record: async (em) => {
        const current = (await selectPackage(em, input.packageId)) ?? refuseUnknown();
        const changed = withChanges(current, input);
        const isNewPrice = changed.priceMinor !== current.priceMinor;
        const isLinked = changed.priceId !== current.priceId && changed.priceId !== null;
        const needsPrice = isNewPrice || isLinked || (changed.active && changed.priceId === null);
        return { changed: isNewPrice && !isLinked ? { ...changed, priceId: null } : changed, needsPrice };
      },
      act: async ({ changed, needsPrice }, effectKey) =>
        needsPrice ? priceAtProcessor(ctx, changed, effectKey) : changed.priceId,
      settle: async (em, { changed }, priceId) => {
        const current = (await selectPackage(em, input.packageId, { isLocked: true })) ?? refuseUnknown();
        ctx.noteChange?.(changedFields(presentPackage(current), presentPackage({ ...changed, priceId })));
        return store(em, { ...withChanges(current, input), priceMinor: changed.priceMinor, priceId });
      },
    },
  );
}

/** The id of the package's price: of the one it names, once that is found to be the same price, or of a new one. */
async function priceAtProcessor(
  { ports }: HubContext,
  { packageId, appId, name, priceMinor: amount, currency, priceId }: StoredPackage,
  effectKey: string,
): Promise<string> {
  if (priceId === null) {
    const created = await ports.processor.createPrice(
      { amount, currency, name, metadata: { appId, packageId } },
      effectKey,
    );
    return created.priceId;
  }
  const price = await ports.processor.readPrice(priceId);
  if (!price) throw priceMismatch("The payment processor has no price with this ID. Check priceId.");
  if (!price.isActive || !price.isOneTime)
    throw priceMismatch("The price at the payment processor is archived or recurring. Choose another one.");
  if (price.amount !== amount || price.currency !== currency)
    throw priceMismatch("The price at the payment processor has another amount or currency. Check both.");
  return priceId;
}

async function store(em: EntityManager, row: StoredPackage): Promise<RegisteredCreditPackage> {
  await writePackage(em, row);
  return presentPackage(row);
}

function withChanges(current: StoredPackage, input: UpdateCreditPackageInput): StoredPackage {
  const { price } = input;
  return {
    ...current,
    name: input.name ?? current.name,
    description: input.description ?? current.description,
    bonusCredits: input.bonusCredits ?? current.bonusCredits,
    priceMinor: price ? toMinor(price, currencyDecimals(current.currency)) : current.priceMinor,
    priceId: input.priceId ?? current.priceId,
    validityDays: input.validityDays === undefined ? current.validityDays : input.validityDays,
    popular: input.popular ?? current.popular,
    active: input.active ?? current.active,
    sortOrder: input.sortOrder ?? current.sortOrder,
  };
}

function packageExists(): DomainError {
  return new DomainError("PACKAGE_EXISTS", "A package with this ID already exists. Choose another ID.");
}

function priceMismatch(message: string): DomainError {
  return new DomainError("PRICE_MISMATCH", message);
}

function refuseUnknown(): never {
  throw new DomainError("PACKAGE_NOT_FOUND", "Package not found. List the registered packages.");
}
