/**
 * Payments of a calendar year, in cents, from which Form 1099-NEC or 1099-MISC is due, royalties apart: $600 for payments
 * until 2025 (IRS, Instructions for Forms 1099-MISC and 1099-NEC, Rev. April 2025), $2,000 for those made from 2026,
 * 26 U.S.C. 6041(a) as amended by Public Law 119-21, section 70433. That amount is adjusted for inflation from 2027, which is
 * not published yet: the unadjusted one never leaves a form out.
 */
export function form1099ThresholdCents(year: number): number {
  return year <= 2025 ? 60_000 : 200_000;
}
