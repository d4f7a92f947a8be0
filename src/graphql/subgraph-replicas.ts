import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Pool } from "undici";

/** One process of a subgraph, and the kept-alive connections to it. */
export interface Replica {
  readonly url: string;
  readonly connections: Pool;
}

interface Member extends Replica {
  /** False from a failure or a refusal of `/readyz` on, until it says again that it is ready. */
  isReady: boolean;
  /** Probes in a row without an answer in time. */
  lateProbes: number;
}

const probeEveryMs = 500;
const probeTimeoutMs = 1_000;
const lateProbesOfTheGone = 3;
const resolveEveryMs = 2_000;
const connectTimeoutMs = 2_000;

/**
 * The processes of one subgraph: addresses with commas between them, and for a name in `http:` all that it resolves to,
 * read again every two seconds. Of several, those that say at `/readyz` that they are ready are asked, the one with the
 * least under way first; where none says so, all are tried. One address alone is not watched: there is no other.
 */
export class SubgraphReplicas {
  readonly #targets: readonly URL[];
  #members: Member[];
  #turn = 0;
  #isWatching = false;

  constructor(addresses: string) {
    this.#targets = readAddresses(addresses).map((address) => new URL(address));
    this.#members = this.#targets.map(({ origin }) => newMember(origin));
  }

  /** Whom to ask now. */
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

  /** Notes that the connection to it failed, so that others are asked. Answers whether there is another one. */
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

  /** Keeps what is known of those that are still there; while names cannot be resolved, all are. */
  async #resolve(): Promise<void> {
    const found = await Promise.all(this.#targets.map(originsOf)).catch(() => null);
    if (!found) return;
    const known = new Map(this.#members.map((member) => [member.url, member]));
    this.#members = [...new Set(found.flat())].map((origin) => known.get(origin) ?? newMember(origin));
    for (const member of known.values()) {
      if (!this.#members.includes(member)) void member.connections.close();
    }
  }
}

/** The addresses of a setting that may hold several, with commas. */
export function readAddresses(text: string): string[] {
  return text.split(",").flatMap((part) => part.trim() || []);
}

function newMember(url: string): Member {
  const connections = new Pool(url, {
    connections: 64,
    // Long before the other side ends it, which otherwise may happen under a request that is just being sent.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    connect: { timeout: connectTimeoutMs },
  });
  return { url, connections, isReady: true, lateProbes: 0 };
}

function underWay({ connections }: Member): number {
  return connections.stats.size;
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

/** Whoever is late once may just be busy. */
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
