import ipaddr from "ipaddr.js";
import { plainAddress } from "../../src/http/ip-address.ts";

/**
 * The counting key of an address: an IPv4 address unchanged, an IPv6 one by its /64, which is what one customer
 * gets.
 */
export function addressKey(ip: string): string {
  const address = plainAddress(ip);
  if (address === null || !address.includes(":")) return address ?? ip;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
