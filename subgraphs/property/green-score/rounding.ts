/** Rounds half up, for displayed numbers. The tiny shift corrects halves that binary fractions represent just below. */
export function roundHalfUp(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.floor(value * factor + 0.5 + 1e-9) / factor;
}
