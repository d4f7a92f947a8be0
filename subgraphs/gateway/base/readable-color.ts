/** The seller's colour; one that is too light to read on white is not used. */
export function readable(color: string | null): string {
  if (color === null) return "#111111";
  const [red, green, blue] = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  return 0.299 * red! + 0.587 * green! + 0.114 * blue! > 190 ? "#111111" : color;
}
