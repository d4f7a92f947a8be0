import { form1099ThresholdCents } from "../../../../src/form-1099-threshold.ts";
import type { Form1099Box } from "./vendor.types.ts";

/** Payments of a calendar year, in cents, from which a box of Form 1099 is reported. Royalties: $10, 26 U.S.C. 6050N(a). */
export function form1099Threshold(box: Form1099Box, year: number): number {
  return box === "royalties" ? 1_000 : form1099ThresholdCents(year);
}
