import { grossToNet, type PayInput, type PayResult } from "./gross-to-net.ts";

/**
 * The smallest gross of regular or supplemental pay, in cents, that reaches the wanted net, found by binary search: net never falls by more
 * than a cent of rounding as gross grows, so the last cents are walked down. Null for a state that is not supported.
 */
export function grossUp(
  netWantedCents: number,
  input: PayInput,
  kind: "regularCents" | "supplementalCents" = "regularCents",
): { grossCents: number; pay: PayResult } | null {
  const netOf = (cents: number) => grossToNet({ ...input, [kind]: cents });
  if (!netOf(0)) return null;
  let high = Math.max(100, netWantedCents * 2);
  while (netOf(high)!.netCents < netWantedCents) high *= 2;
  let low = 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (netOf(middle)!.netCents >= netWantedCents) high = middle;
    else low = middle + 1;
  }
  for (let below = high - 1, tries = 0; below >= 0 && tries < 8; below--, tries++)
    if (netOf(below)!.netCents >= netWantedCents) high = below;
  return { grossCents: high, pay: netOf(high)! };
}
