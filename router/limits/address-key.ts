import ipaddr from "ipaddr.js";
import { plainAddress } from "../../src/http/ip-address.ts";

/** Under what an address is counted: an IPv4 address as it is, an IPv6 one by its /64, which is what one customer has. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip);
  if (address === null || !address.includes(":")) return address ?? ip;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
