import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { Agent } from "undici";
import { bareHost, isPublicAddress } from "./outbound-url.ts";
import { lazyAgent, type LazyAgent, type Undici } from "./undici.ts";

export interface GuardedAgentOptions {
  /** Hosts that may be called wherever they are. */
  allowHosts?: readonly string[];
  /** Addresses with their port, as `127.0.0.1:4010`, that may be called though they are not public. */
  allowAddresses?: readonly string[];
  /** How names are resolved; the system's way by default. */
  lookup?: LookupFunction;
  connectTimeoutMs?: number;
}

/** A connection that was not opened, because an address of its host is not a public one. */
export class AddressRefusedError extends Error {
  override name = "AddressRefusedError";
  constructor() {
    super("The host has a private IP address. Use a public host.");
  }
}

/**
 * Connections to hosts that clients name. An address is checked where the connection is opened, so a name that
 * resolves differently the second time (DNS rebinding) gains nothing: every address of a name must be public,
 * and so must a literal one, for which Node calls no resolver. Fails with AddressRefusedError. Close it with
 * the process.
 */
export function createGuardedAgent(options: GuardedAgentOptions = {}): LazyAgent {
  return lazyAgent((undici) => makeGuardedAgent(undici, options));
}

function makeGuardedAgent(
  { Agent, buildConnector }: Undici,
  {
    allowHosts = [],
    allowAddresses = [],
    lookup = systemLookup,
    connectTimeoutMs = 10_000,
  }: GuardedAgentOptions,
): Agent {
  const connect = buildConnector({
    lookup: guardLookup(lookup, allowHosts),
    timeout: connectTimeoutMs,
    allowH2: false,
  });
  return new Agent({
    connect: (target, callback) => {
      const host = bareHost(target.hostname);
      const isAllowed = allowHosts.includes(host) || allowAddresses.includes(`${host}:${target.port}`);
      if (isIP(host) !== 0 && !isAllowed && !isPublicAddress(host)) {
        return callback(new AddressRefusedError(), null);
      }
      return connect(target, callback);
    },
  });
}

function guardLookup(lookup: LookupFunction, allowHosts: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "", 0);
      const addresses = found as unknown as LookupAddress[];
      const [first] = addresses;
      const isAllowed = allowHosts.includes(hostname);
      if (!first || !(isAllowed || addresses.every(({ address }) => isPublicAddress(address)))) {
        return callback(new AddressRefusedError(), "", 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
