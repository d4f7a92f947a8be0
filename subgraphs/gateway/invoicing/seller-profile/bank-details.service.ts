import { isBIC, isIBAN } from "class-validator";
import type { EntityManager } from "@mikro-orm/postgresql";
import { inputWithIndex } from "../../../../src/db/blind-index.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { isRoutingNumber } from "../../base/routing-number.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { SellerBank } from "../printing/seller.ts";
import { bankPlace, changeProfile } from "./change-profile.service.ts";
import { findProfile } from "./seller-profile.rows.ts";
import { presentProfile } from "./seller-profile.service.ts";
import type { SellerProfile, UpdateSellerBankDetailsInput } from "./seller-profile.types.ts";

/**
 * Replaces the account that clients pay into; without any number it is removed. Numbers are stored encrypted and returned
 * masked. Documents that were issued keep theirs. Throws VALIDATION_ERROR for numbers with wrong check digits.
 */
export async function updateSellerBankDetails(
  ctx: InvoicingContext,
  input: UpdateSellerBankDetailsInput,
): Promise<SellerProfile> {
  const bank = normalBank(input);
  const plain = JSON.stringify(bank);
  // The idempotency record stores a keyed hash: a plain hash of an account number could be brute-forced.
  const indexes = ctx.ports.keyRing.blindIndexes("seller_profiles.bank", plain);
  const call = { operation: "updateSellerBankDetails", ...inputWithIndex(indexes, (of) => ({ of })) };
  return exactlyOnce(ctx, call, async (em) => {
    const faults = bankFaults(bank, await countryOf(em, ctx));
    if (faults.length > 0) throw validationError(faults);
    const isRemoved = bank.iban === null && bank.accountNumber === null;
    const row = await changeProfile(em, ctx, ({ id, bankSealed }) => {
      if (isRemoved) return { bankSealed: null, bankShown: null };
      const isSet = bankSealed !== null && ctx.ports.keyRing.open(bankSealed, bankPlace(id)) === plain;
      if (isSet) return {};
      return { bankSealed: ctx.ports.keyRing.seal(plain, bankPlace(id)), bankShown: maskedBank(bank) };
    });
    return presentProfile(row);
  });
}

async function countryOf(em: EntityManager, ctx: InvoicingContext): Promise<string | null> {
  return (await findProfile(em, ownerOf(ctx)))?.address?.country ?? null;
}

function normalBank(input: UpdateSellerBankDetailsInput): SellerBank {
  const compact = (text: string | null | undefined) => text?.replaceAll(" ", "").toUpperCase() || null;
  return {
    accountHolder: input.accountHolder?.trim() || null,
    bankName: input.bankName?.trim() || null,
    iban: compact(input.iban),
    bic: compact(input.bic),
    routingNumber: compact(input.routingNumber),
    accountNumber: compact(input.accountNumber),
  };
}

function bankFaults(bank: SellerBank, country: string | null): FieldFault[] {
  const { iban, bic, routingNumber, accountNumber } = bank;
  const faults: FieldFault[] = [];
  if (iban !== null && !isIBAN(iban))
    faults.push({ path: "iban", message: "must be an IBAN with valid check digits", rule: "checkDigits" });
  if (bic !== null && !isBIC(bic))
    faults.push({ path: "bic", message: "must be a BIC of 8 or 11 characters", rule: "format" });
  if (country === "US" && routingNumber !== null && !isRoutingNumber(routingNumber))
    faults.push({
      path: "routingNumber",
      message: "must be a routing number with valid check digits",
      rule: "checkDigits",
    });
  if (accountNumber !== null && routingNumber === null && bic === null)
    faults.push({ path: "routingNumber", message: "is required with an account number", rule: "required" });
  return faults;
}

/** Only the ends of numbers: enough to recognize an account. */
function maskedBank(bank: SellerBank): SellerBank {
  const end = (text: string | null) => text && `…${text.slice(-4)}`;
  return {
    ...bank,
    iban: bank.iban && `${bank.iban.slice(0, 2)}…${bank.iban.slice(-4)}`,
    routingNumber: end(bank.routingNumber),
    accountNumber: end(bank.accountNumber),
  };
}
