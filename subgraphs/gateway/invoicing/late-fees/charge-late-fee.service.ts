import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { settingsOf } from "../invoices/account-settings.service.ts";
import { printedClientOf } from "../invoices/clients.service.ts";
import { amountDueMinor } from "../invoices/invoice-states.ts";
import type { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { issueInvoice, queueInvoiceMail } from "../invoices/issue-invoice.service.ts";
import { draftInvoice, linesOf, saveInvoice } from "../invoices/new-invoice.service.ts";
import { priceInvoice } from "../invoices/read-invoice-input.ts";
import { documentLocale } from "../printing/document-locale.ts";
import { fill, wordsOf } from "../printing/document-words.ts";
import { daysLate } from "../reports/aging.ts";
import { findProfile } from "../seller-profile/seller-profile.rows.ts";
import { lateFeeMinor } from "./late-fee.ts";

interface LateFeeRow {
  id: string;
  ownerId: string;
  invoiceId: string;
  stageDays: number;
  feeInvoiceId: string;
  amountMinor: number;
  daysLate: number;
  createdAt: string;
}

const { insertAll } = plainRows<{ late_fees: LateFeeRow }>();

/**
 * Charges the late fee of a stage on a locked invoice, in the open transaction: an untaxed invoice of its own, issued and
 * e-mailed, since an issued invoice never changes. Once for each invoice and stage. Nothing for an invoice that is a late fee
 * itself, without settings, or where the limits leave nothing.
 */
export async function chargeLateFee(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  stage: { days: number; today: string },
): Promise<void> {
  const { ownerId, currency, totalMinor } = invoice;
  const settings = await settingsOf(em, ownerId);
  const late = daysLate(invoice.dueDate, stage.today);
  if (settings.lateFee === null || late <= 0) return;
  const before = await feesOf(em, invoice.id, stage.days);
  if (before.isFee || before.isCharged) return;
  const amountMinor = lateFeeMinor(settings.lateFee, {
    currency,
    totalMinor,
    amountDueMinor: amountDueMinor(invoice),
    daysLate: late,
    chargedMinor: before.charged,
    chargedDays: before.days,
  });
  if (amountMinor === 0) return;
  const fee = await issueFee(em, ctx, invoice, amountMinor);
  const row = { id: newId("lfe"), ownerId, invoiceId: invoice.id, stageDays: stage.days };
  const createdAt = ctx.clock.now().toISOString();
  await insertAll(em, "late_fees", [
    { ...row, feeInvoiceId: fee.id, amountMinor, daysLate: late, createdAt },
  ]);
}

interface EarlierFees {
  charged: number;
  days: number;
  isCharged: boolean;
  isFee: boolean;
}

async function feesOf(em: EntityManager, invoiceId: string, stageDays: number): Promise<EarlierFees> {
  const [row] = await executeSql<EarlierFees>(
    em,
    `SELECT coalesce(sum(f.amount_minor), 0)::float8 AS charged, coalesce(max(f.days_late), 0) AS days,
       coalesce(bool_or(f.stage_days = $2), false) AS "isCharged",
       EXISTS (SELECT FROM late_fees AS own WHERE own.fee_invoice_id = $1) AS "isFee"
     FROM late_fees AS f JOIN invoices AS i ON i.id = f.fee_invoice_id
     WHERE f.invoice_id = $1 AND (i.status <> 'cancelled' OR f.stage_days = $2)`,
    [invoiceId, stageDays],
  );
  return row!;
}

async function issueFee(
  em: EntityManager,
  ctx: InvoicingContext,
  late: InvoiceEntity,
  amountMinor: number,
): Promise<InvoiceEntity> {
  const {
    ownerId,
    currency,
    clientId: id,
    clientName: name,
    clientEmail: email,
    clientAddress: address,
  } = late;
  const { language } = await printedClientOf(em, id);
  const locale = documentLocale(null, (await findProfile(em, ownerId))?.locale, language);
  const description = fill(wordsOf(locale).lateFee, { number: late.number ?? "" });
  const items = [{ description, amount: toMajor(amountMinor, currencyDecimals(currency)), taxes: [] }];
  const priced = priceInvoice({ items, currency }, await settingsOf(em, ownerId));
  const fee = draftInvoice(ctx, { client: { id, name, email, address }, priced });
  fee.appId = late.appId;
  await issueInvoice(em, ctx, fee);
  await queueInvoiceMail(em, fee);
  await saveInvoice(em, ctx, fee, linesOf(fee, priced.lines));
  return fee;
}
