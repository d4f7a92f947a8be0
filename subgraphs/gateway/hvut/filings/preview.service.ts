import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { judge } from "./draft.service.ts";
import { findFiler } from "../filers/filers.service.ts";
import { FilingEntity } from "./filing.entity.ts";
import { formPdf } from "../schedules/form-pdf.ts";
import type * as types from "./preview.types.ts";
import { balanceOf } from "../tax/return-arithmetic.ts";
import { dueDateOf } from "../tax/tax-period.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Form 2290 with its Schedule 1 as it is sent, or would be, and the same as a PDF. Throws NOT_FOUND. */
export async function previewForm(ctx: HvutContext, filingId: string): Promise<types.Form2290Preview> {
  const read = async (em: EntityManager) => {
    const filing = await em.findOne(FilingEntity, { id: filingId, ownerId: ownerOf(ctx) });
    if (!filing) throw notFound("filing");
    const { businessName, einLast4 } = await findFiler(em, ctx, filing.filerId);
    const isOpen = ["draft", "ready", "signed", "rejected"].includes(filing.status);
    const errors = isOpen ? (await judge(em, ctx, filing)).errors : [];
    const { status, kind, period, firstUseMonth, changeMonth } = filing;
    const { dueDate } = dueDateOf(changeMonth ?? firstUseMonth);
    const ein = einLast4 === null ? null : `**-***${einLast4}`;
    const head = { filingId, status, kind, period, filer: businessName, ein, dueDate };
    const schedule1 = scheduleOf(filing);
    const form = { ...head, lines: linesOf(filing), currency: "USD", schedule1, errors };
    return { form, changedAt: filing.updatedAt };
  };
  const { form, changedAt } = await inTransaction(ctx, read, { readOnly: true });
  const bytes = await formPdf(form, changedAt);
  const filename = `form-2290-${form.period}-${filingId}.pdf`;
  const content = bytes.toString("base64");
  const pdf = { filingId, filename, contentType: "application/pdf", encoding: "base64", content };
  return { ...form, pdf: { ...pdf, size: bytes.length } };
}

/** Part I of the form: lines 1 to 6. */
function linesOf(filing: FilingEntity): types.FormLine[] {
  const { firstUseMonth, line2Cents, line3Cents, line5Cents } = filing;
  const amount = (line: string, label: string, cents: number) => {
    return { line, label, amount: toMajor(cents, 2), text: null };
  };
  return [
    { line: "1", label: "Month of first use", amount: null, text: firstUseMonth },
    amount("2", "Tax", line2Cents),
    amount("3", "Additional tax from an increase in taxable gross weight", line3Cents),
    amount("4", "Total tax", line2Cents + line3Cents),
    amount("5", "Credits", Math.min(line5Cents, line2Cents + line3Cents)),
    amount("6", "Balance due", balanceOf(filing)),
  ];
}

function scheduleOf({ lines }: FilingEntity): types.PlainSchedule {
  const vehicles = lines.map(({ vin, category, suspended }) => {
    return { vin, category: suspended === null ? category : "W" };
  });
  const totalReported = vehicles.length;
  const totalSuspended = vehicles.filter(({ category }) => category === "W").length;
  return { vehicles, totalReported, totalSuspended, totalTaxable: totalReported - totalSuspended };
}
