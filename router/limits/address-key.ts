import ipaddr from "ipaddr.js";
import { plainAddress } from "../../src/http/ip-address.ts";

/**
 * The counting key of an address: an IPv4 address unchanged, an IPv6 one by its /64, which is what one customer
 * gets.
 */
export function addressKey(ip: string): string {
  let key = known.get(ip);
  if (key !== undefined) return key;
  key = toKey(ip);
  if (known.size >= maxKnown) known.clear();
  known.set(ip, key);
  return key;
}

/** Keys of the addresses seen last: the same clients send many requests. */
const known = new Map<string, string>();
const maxKnown = 10_000;

function toKey(ip: string): string {
  const address = plainAddress(ip);
  if (address === null || !address.includes(":")) return address ?? ip;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
