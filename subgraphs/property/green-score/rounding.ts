/** Rounds half up, for numbers that are shown. The tiny shift mends halves that binary fractions keep just below. */
export function roundHalfUp(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.floor(value * factor + 0.5 + 1e-9) / factor;
}
