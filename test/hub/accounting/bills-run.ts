import { expect } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { createVendorBill } from "../../../subgraphs/hub/accounting/bills/bills.service.ts";
import { readPayableAging } from "../../../subgraphs/hub/accounting/bills/payable-aging.service.ts";
import * as settle from "../../../subgraphs/hub/accounting/bills/settle-bills.service.ts";
import { createVendor } from "../../../subgraphs/hub/accounting/vendors/vendors.service.ts";
import { dayAfter } from "../../../subgraphs/hub/accounting/ledgers/fiscal-year.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { Bookkeeper } from "./bookkeeper.ts";
import type { BooksModel } from "./books-model.ts";
import type { BillOperation } from "./books-run.ts";

interface ModelPayment {
  id: string;
  date: string;
  from: string;
  cents: bigint;
  voidedOn: string | null;
}

interface ModelBill {
  id: string;
  date: string;
  code: string;
  cents: bigint;
  isApproved: boolean;
  voidedOn: string | null;
  payments: ModelPayment[];
}

const paidOn = ({ payments }: ModelBill) =>
  payments.reduce((sum, { cents, voidedOn }) => (voidedOn === null ? sum + cents : sum), 0n);

/** Runs steps of vendor bills on the books and on the oracle of the books, and compares whether each was done. */
export class BillsRun {
  readonly bills: ModelBill[] = [];
  readonly #ctx: HubContext;
  readonly #keeper: Bookkeeper;
  readonly #model: BooksModel;
  #vendorId = "";

  constructor(ctx: HubContext, keeper: Bookkeeper, model: BooksModel) {
    this.#ctx = ctx;
    this.#keeper = keeper;
    this.#model = model;
  }

  async step(given: BillOperation): Promise<void> {
    if (given.do === "bill") return this.#create(given);
    // One of the last ones, so that a bill has a history.
    const bill = this.bills.at(-1 - (given.pick % 5));
    if (!bill) return;
    if (given.do === "approveBill") return this.#approve(bill);
    if (given.do === "payBill") return this.#pay(bill, { ...given, day: this.#dateOf(given, bill.date) });
    if (given.do === "voidBill") return this.#voidBill(bill, this.#dateOf(given, bill.date));
    return this.#voidPayment(bill, this.#dateOf(given, bill.payments.at(-1)?.date ?? bill.date));
  }

  /** What is owed by bills as of a day is what the oracle has, computed from the history of each bill. */
  async compare(asOf: string): Promise<void> {
    const counts = (date: string, voidedOn: string | null) =>
      date <= asOf && (voidedOn === null || voidedOn > asOf);
    const open = this.bills
      .filter(({ isApproved, date, voidedOn }) => isApproved && counts(date, voidedOn))
      .flatMap(({ cents, payments }) => [
        cents,
        ...payments
          .filter((payment) => counts(payment.date, payment.voidedOn))
          .map((payment) => -payment.cents),
      ])
      .reduce((sum, cents) => sum + cents, 0n);
    const { totals, ledgerBalance } = await readPayableAging(this.#ctx, { asOf });
    same(totals.total, Number(open) / 100);
    same(ledgerBalance, -Number(this.#model.balances(asOf).get("2000") ?? 0n) / 100 + 0);
  }

  async #create(given: Extract<BillOperation, { do: "bill" }>): Promise<void> {
    const { code, cents } = given;
    const date = this.#dateOf({ pick: cents, day: given.day }, given.day);
    this.#vendorId ||= (await createVendor(this.#ctx, { name: "Test" })).id;
    const { id } = await createVendorBill(this.#ctx, {
      vendorId: this.#vendorId,
      date,
      dueDate: date,
      lines: [{ accountId: this.#keeper.accounts.get(code)!, amount: cents / 100 }],
    });
    const cost = BigInt(cents);
    this.bills.push({ id, date, code, cents: cost, isApproved: false, voidedOn: null, payments: [] });
  }

  async #approve(bill: ModelBill): Promise<void> {
    const may = bill.voidedOn === null && (bill.isApproved || this.#model.isOpen(bill.date));
    same(await isDone(settle.approveVendorBill(this.#ctx, { billId: bill.id })), may);
    if (!may || bill.isApproved) return;
    bill.isApproved = true;
    this.#book(bill.date, bill.code, "2000", bill.cents);
  }

  async #pay(
    bill: ModelBill,
    { day: date, from, part }: Extract<BillOperation, { do: "payBill" }>,
  ): Promise<void> {
    const open = bill.cents - paidOn(bill);
    const cents = (open * BigInt(part)) / 100n || 1n;
    const may =
      bill.isApproved &&
      bill.voidedOn === null &&
      cents <= open &&
      date >= bill.date &&
      this.#model.isOpen(date);
    const fromAccountId = this.#keeper.accounts.get(from)!;
    const input = { billId: bill.id, amount: Number(cents) / 100, date, fromAccountId };
    let ids: string[] = [];
    const paying = settle
      .payVendorBill(this.#ctx, input)
      .then(({ payments }) => (ids = payments.map(({ id }) => id)));
    same(await isDone(paying), may);
    if (!may) return;
    const id = ids.find((one) => !bill.payments.some((known) => known.id === one))!;
    bill.payments.push({ id, date, from, cents, voidedOn: null });
    this.#book(date, "2000", from, cents);
  }

  async #voidPayment(bill: ModelBill, date: string): Promise<void> {
    const payment = bill.payments.at(-1);
    if (!payment) return;
    const isVoided = payment.voidedOn !== null;
    const may = isVoided || (date >= payment.date && this.#model.isOpen(date));
    const input = { paymentId: payment.id, date };
    same(await isDone(settle.voidVendorBillPayment(this.#ctx, input)), may);
    if (!may || isVoided) return;
    payment.voidedOn = date;
    this.#book(date, payment.from, "2000", payment.cents);
  }

  async #voidBill(bill: ModelBill, date: string): Promise<void> {
    const isVoided = bill.voidedOn !== null;
    const isPostable = !bill.isApproved || (date >= bill.date && this.#model.isOpen(date));
    const may = isVoided || (paidOn(bill) === 0n && isPostable);
    same(await isDone(settle.voidVendorBill(this.#ctx, { billId: bill.id, date })), may);
    if (!may || isVoided) return;
    bill.voidedOn = date;
    if (bill.isApproved) this.#book(date, "2000", bill.code, bill.cents);
  }

  /** Usually a day on which the books take a posting: others are refused. */
  #dateOf({ pick, day }: { pick: number; day: string }, earliest: string): string {
    const { closedThrough } = this.#model;
    if (pick % 4 === 0) return day;
    return [day, earliest, closedThrough === "" ? day : dayAfter(closedThrough)].toSorted().at(-1)!;
  }

  /** An entry without an ID: other operations of the run do not pick it. */
  #book(date: string, debited: string, credited: string, cents: bigint): void {
    const lines = [
      { code: debited, cents },
      { code: credited, cents: -cents },
    ];
    this.#model.entries.push({ id: "", date, lines, kind: "standard", isPosted: true, isReversed: false });
  }
}

export function same(actual: unknown, expected: unknown, words?: string): void {
  expect(actual, words).toEqual(expected);
}

/** Whether the work was done; false for a refusal of the books. */
export async function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false;
      throw error;
    },
  );
}
