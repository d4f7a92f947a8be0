import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Pool } from "undici";
import { loadUndici } from "../http/undici.ts";
import type { FrameLine } from "./frames/frame-line.ts";

/** One process of a subgraph, and the kept-alive connections to it. */
export interface Replica {
  readonly url: string;
  readonly connections: Pool;
  /** Its session; null where requests are sent over HTTP only. */
  readonly line: FrameLine | null;
}

interface Member extends Replica {
  line: FrameLine | null;
  /** False from a failure or a refusal of `/readyz` on, until it says again that it is ready. */
  isReady: boolean;
  /** Consecutive probes without a timely response. */
  lateProbes: number;
}

interface ReplicaOptions {
  /** True for one address of someone else's server, whose host name it needs in each request. */
  isFixed?: boolean;
  /** Makes the session with a process. Default: requests are sent over HTTP only. */
  openLine?: ((replica: Replica) => FrameLine) | undefined;
}

const probeEveryMs = 500;
const probeTimeoutMs = 1_000;
const lateProbesOfTheGone = 3;
const resolveEveryMs = 2_000;
const connectTimeoutMs = 2_000;

/**
 * The processes of one subgraph: comma-separated URLs, and for a name in `http:` all addresses that it resolves
 * to, resolved again every two seconds. Of several, requests go to those that report ready at `/readyz`, the
 * one with the fewest running requests first; when none is ready, all are tried. A single address is not
 * probed: there is no alternative.
 */
export class SubgraphReplicas {
  readonly #targets: readonly URL[];
  #members: Member[];
  #turn = 0;
  readonly #openLine: ReplicaOptions["openLine"];
  #isWatching = false;

  constructor(addresses: string, { isFixed = false, openLine }: ReplicaOptions = {}) {
    this.#isWatching = isFixed;
    this.#openLine = openLine;
    this.#targets = readAddresses(addresses).map((address) => new URL(address));
    this.#members = this.#targets.map(({ origin }) => this.#newMember(origin));
  }

  /** The process for the next request. */
  pick(): Replica {
    this.#watch();
    const [only] = this.#members;
    if (this.#members.length === 1) return only!;
    const ready = this.#members.filter(({ isReady }) => isReady);
    const among = ready.length > 0 ? ready : this.#members;
    this.#turn = (this.#turn + 1) % among.length;
    let chosen = among[this.#turn]!;
    for (const member of among) if (underWay(member) < underWay(chosen)) chosen = member;
    return chosen;
  }

  /** Records a failed connection, so that other processes are used. Returns whether there is another one. */
  failed(replica: Replica): boolean {
    const member = this.#members.find((one) => one === replica);
    if (member) member.isReady = false;
    return this.#members.some((one) => one !== replica);
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    if (this.#targets.some(isName)) {
      void this.#resolve();
      setInterval(() => void this.#resolve(), resolveEveryMs).unref();
    }
    setInterval(() => {
      if (this.#members.length > 1) for (const member of this.#members) void probe(member);
    }, probeEveryMs).unref();
  }

  /** Keeps the state of the addresses that still exist; while names cannot be resolved, all stay. */
  async #resolve(): Promise<void> {
    const found = await Promise.all(this.#targets.map(originsOf)).catch(() => null);
    if (!found) return;
    const known = new Map(this.#members.map((member) => [member.url, member]));
    this.#members = [...new Set(found.flat())].map((origin) => known.get(origin) ?? this.#newMember(origin));
    for (const member of known.values()) {
      if (this.#members.includes(member)) continue;
      member.line?.close();
      void member.connections.close();
    }
  }

  #newMember(url: string): Member {
    const connections = openConnections(url);
    const member: Member = { url, connections, line: null, isReady: true, lateProbes: 0 };
    member.line = this.#openLine?.(member) ?? null;
    return member;
  }
}

/** The URLs of a setting that may contain several, separated by commas. */
export function readAddresses(text: string): string[] {
  return text.split(",").flatMap((part) => part.trim() || []);
}

function openConnections(url: string): Pool {
  const { Pool } = loadUndici();
  return new Pool(url, {
    connections: 64,
    // Long before the other side ends it, which otherwise may happen under a request that is just being sent.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    connect: { timeout: connectTimeoutMs },
  });
}

function underWay({ connections, line }: Member): number {
  return connections.stats.size + (line?.underWay ?? 0);
}

/** A certificate is for a name, so names in `https:` stay what they are. */
function isName({ protocol, hostname }: URL): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return protocol === "http:" && !isAddress && hostname !== "localhost";
}

async function originsOf(target: URL): Promise<string[]> {
  if (!isName(target)) return [target.origin];
  const found = await lookup(target.hostname, { all: true });
  // The same process has an address of each family.
  const ofOneFamily = found.filter(({ family }) => family === found[0]!.family);
  return ofOneFamily.map(({ address, family }) => {
    const origin = new URL(target.origin);
    origin.hostname = family === 6 ? `[${address}]` : address;
    return origin.origin;
  });
}

/** A single late response may just mean a busy process. */
async function probe(member: Member): Promise<void> {
  const signal = AbortSignal.timeout(probeTimeoutMs);
  try {
    const { statusCode, body } = await member.connections.request({ method: "GET", path: "/readyz", signal });
    await body.dump();
    member.isReady = statusCode === 200;
    member.lateProbes = 0;
  } catch {
    member.lateProbes = signal.aborted ? member.lateProbes + 1 : lateProbesOfTheGone;
    if (member.lateProbes >= lateProbesOfTheGone) member.isReady = false;
  }
}
