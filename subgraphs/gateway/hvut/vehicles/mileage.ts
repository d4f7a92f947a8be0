/** Miles in a period up to which the tax of a vehicle is suspended (26 USC 4483(d)). */
export function mileageLimit(isAgricultural: boolean): number {
  return isAgricultural ? 7_500 : 5_000;
}

export type MileageStatus = "within" | "near" | "exceeded";

/** `near` from nine tenths of the limit; a vehicle that ran exactly the limit is not over it. */
export function mileageStatus(miles: number, isAgricultural: boolean): MileageStatus {
  const limit = mileageLimit(isAgricultural);
  if (miles > limit) return "exceeded";
  return miles * 10 >= limit * 9 ? "near" : "within";
}
