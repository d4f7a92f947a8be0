/** Somewhere where a request is worked on: a core, or several that take from one line. */
export interface Station {
  name: string;
  servers: number;
}

/** The average demand of a request on a station. Visits happen in order. */
export interface Visit {
  station: string;
  micros: number;
  /** Additional time for a single request that concurrent requests share: waking up, system calls, batches. */
  sharedMicros?: number;
}

/**
 * Either a number of clients, each of which sends its next request as soon as it has a response, or arrivals at
 * a rate (Poisson).
 */
export type Load = { clients: number } | { perSecond: number };

export interface Network {
  stations: readonly Station[];
  visits: readonly Visit[];
  /** Time in a request without work at any station: the network, the client. */
  delayMicros: number;
  /** Standard deviation of a visit's time over its mean. */
  variation: number;
}

export interface Prediction {
  perSecond: number;
  meanMs: number;
  p50Ms: number;
  p99Ms: number;
  /** Share of its servers that each station used. */
  utilisation: Readonly<Record<string, number>>;
}

interface Request {
  startedAt: number;
  visit: number;
}

/**
 * Simulates an open or closed queueing network, event by event: stations serve first come, first served; times
 * are lognormal with the given mean and variation. The first tenth of the requests is discarded. The same seed
 * gives the same result.
 */
export function simulate(
  network: Network,
  load: Load,
  { requests, seed }: { requests: number; seed: number },
): Prediction {
  const { stations, visits, delayMicros, variation } = network;
  const random = createRandom(seed);
  const events = new EventQueue();
  const lines = new Map(
    stations.map(({ name, servers }) => [
      name,
      { free: servers, servers, waiting: [] as Request[], busy: 0 },
    ]),
  );
  const latencies: number[] = [];
  let now = 0;
  let begun = 0;
  let measuredFrom = 0;
  const sigma = Math.sqrt(Math.log(1 + variation ** 2));
  const draw = (mean: number) => mean * Math.exp(sigma * gaussian(random) - sigma ** 2 / 2);

  const begin = () => {
    begun += 1;
    const request: Request = { startedAt: now, visit: 0 };
    events.add(now + delayMicros / 2, () => enter(request));
  };
  const enter = (request: Request) => {
    const visit = visits[request.visit];
    if (!visit) return events.add(now + delayMicros / 2, () => end(request));
    const line = lines.get(visit.station)!;
    if (line.free === 0) return void line.waiting.push(request);
    line.free -= 1;
    serve(request, visit, line);
  };
  const serve = (
    request: Request,
    visit: Visit,
    line: { free: number; waiting: Request[]; busy: number },
  ) => {
    const micros = draw(visit.micros + (visit.sharedMicros ?? 0) / (line.waiting.length + 1));
    line.busy += micros;
    events.add(now + micros, () => {
      request.visit += 1;
      const next = line.waiting.shift();
      if (next) serve(next, visits[next.visit]!, line);
      else line.free += 1;
      enter(request);
    });
  };
  const end = ({ startedAt }: Request) => {
    latencies.push(now - startedAt);
    if (latencies.length === Math.ceil(requests / 10)) measuredFrom = now;
    if ("clients" in load && begun < requests) begin();
  };
  if ("clients" in load) for (let client = 0; client < load.clients; client++) begin();
  else {
    const arrive = () => {
      begin();
      if (begun < requests) events.add(now - (Math.log(1 - random()) * 1e6) / load.perSecond, arrive);
    };
    arrive();
  }
  for (let event = events.take(); event; event = events.take()) {
    now = event.at;
    event.run();
  }
  const kept = latencies.slice(Math.ceil(requests / 10)).sort((a, b) => a - b);
  return {
    perSecond: (kept.length / (now - measuredFrom)) * 1e6,
    meanMs: kept.reduce((sum, one) => sum + one, 0) / kept.length / 1000,
    p50Ms: quantile(kept, 0.5) / 1000,
    p99Ms: quantile(kept, 0.99) / 1000,
    utilisation: Object.fromEntries(
      [...lines].map(([name, { busy, servers }]) => [name, busy / now / servers]),
    ),
  };
}

/** Calls a second beyond which lines only grow, and the station that is the reason. */
export function capacityOf({ stations, visits }: Network): { perSecond: number; limit: string } {
  const limits = stations.map(({ name, servers }) => {
    const demand = visits
      .filter(({ station }) => station === name)
      .reduce((sum, { micros }) => sum + micros, 0);
    return { limit: name, perSecond: demand === 0 ? Infinity : (servers * 1e6) / demand };
  });
  return limits.reduce((a, b) => (b.perSecond < a.perSecond ? b : a));
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Uniform numbers in [0, 1), the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number of the standard normal distribution (Box and Muller, 1958). */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Event {
  at: number;
  run: () => void;
}

/** The next event first: a binary heap. */
class EventQueue {
  readonly #heap: Event[] = [];

  add(at: number, run: () => void): void {
    const heap = this.#heap;
    let place = heap.push({ at, run }) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (heap[parent]!.at <= at) break;
      [heap[parent], heap[place]] = [heap[place]!, heap[parent]!];
      place = parent;
    }
  }

  take(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || !last) return first;
    heap[0] = last;
    for (let place = 0; ;) {
      const left = 2 * place + 1;
      if (left >= heap.length) return first;
      const child = left + 1 < heap.length && heap[left + 1]!.at < heap[left]!.at ? left + 1 : left;
      if (heap[place]!.at <= heap[child]!.at) return first;
      [heap[place], heap[child]] = [heap[child]!, heap[place]!];
      place = child;
    }
  }
}
