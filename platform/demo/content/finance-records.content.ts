import { createHash } from "node:crypto";
import { dayAfter, step, type ContentRow, type ContentStep } from "./content-step.ts";

const booked = (name: string, accountId: string, date: string, amount: number, payee: string) =>
  step(name, "addTransaction", { accountId, date, amount, payee }, 8);

/** Both sides of a transfer that are not matched yet, and a purchase that was booked twice. */
export function recordSteps(now: Date): ContentStep[] {
  const day = dayAfter(now, -8);
  return [
    booked("out", "acc_demo_1", day, -75, "To savings"),
    booked("in", "acc_demo_savings", day, 75, "From checking"),
    booked("once", "acc_demo_1", day, -35.9, "Garden Center"),
    step("1", "createTag", { name: "garden", color: "#38761d" }),
    booked("twice", "acc_demo_1", dayAfter(now, -7), -35.9, "Garden Center Springfield"),
  ];
}

/** A receipt of a purchase. */
export function recordRows(ownerId: string, now: Date): ContentRow[] {
  const bytes = Buffer.from("%PDF-1.4\n% Receipt of the Home Store\n");
  return [
    {
      table: "finance_receipts",
      row: {
        id: "frc_demo_1",
        owner_id: ownerId,
        transaction_id: "trn_demo_split",
        filename: "home-store.pdf",
        content_type: "application/pdf",
        size: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        bytes: `\\x${bytes.toString("hex")}`,
        created_at: now.toISOString(),
      },
    },
  ];
}
