import ipaddr from "ipaddr.js";

/**
 * The canonical form of an address, for comparisons: an IPv4-mapped IPv6 address becomes IPv4. Null for invalid
 * text.
 */
export function plainAddress(text: string): string | null {
  return parseAddress(text)?.toString() ?? null;
}

/**
 * A network in canonical CIDR form, as `192.0.2.0/24` or `2001:db8::/32`; a single address is a network of one.
 * Null for anything else, also for IPv4-mapped IPv6, which no client address matches.
 */
export function plainNetwork(text: string): string | null {
  const [address = "", bits, ...rest] = text.split("/");
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const isIpv4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isIpv4 && !(ipaddr.IPv6.isValid(address) && !address.includes("%"))) return null;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return null;
  const width = isIpv4 ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  if (length > width) return null;
  const kind = isIpv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address}/${length}`).toString()}/${length}`;
}

/**
 * The network around an address, which says where somebody is and not who: /24 for IPv4, /48 for IPv6. Null for invalid text.
 */
export function networkAround(address: string): string | null {
  const parsed = parseAddress(address);
  if (!parsed) return null;
  const isIpv4 = parsed.kind() === "ipv4";
  const kind = isIpv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const bits = isIpv4 ? 24 : 48;
  // A zone names an interface of this machine.
  const [plain] = parsed.toString().split("%");
  return `${kind.networkAddressFromCIDR(`${plain}/${bits}`).toString()}/${bits}`;
}

/** Whether an address lies in one of the networks. An address that cannot be read lies in none. */
export function isInNetworks(address: string | null, networks: readonly string[]): boolean {
  const parsed = address === null ? null : parseAddress(address);
  if (!parsed) return false;
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // The parser also takes `127.1` and octal parts, which mean different things to different programs.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : null;
}
