import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { ClientEntity } from "../invoices/client.entity.ts";
import type { Client, ClientBalance } from "./clients.types.ts";

/** A balance in minor units of its currency. */
export interface MinorBalance {
  currency: string;
  due: number;
  overdue: number;
  credit: number;
}

/** Converts a stored client to its GraphQL type. */
export function presentClient(row: ClientEntity, balances: readonly MinorBalance[]): Client {
  const { id, name, email, phone, billingAddress, currency, taxId, taxExempt, paymentTermsDays } = row;
  const { country, language, notes, status, version, createdAt, updatedAt } = row;
  const place = { billingAddress, country, language };
  const details = { email, phone, ...place, currency, taxId, taxExempt, paymentTermsDays, notes };
  return {
    id,
    name,
    ...details,
    status,
    balances: balances.map(presentBalance),
    version,
    createdAt,
    updatedAt,
  };
}

/** A balance in major units. */
function presentBalance({ currency, due, overdue, credit }: MinorBalance): ClientBalance {
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  return { currency, due: major(due), overdue: major(overdue), credit: major(credit) };
}
