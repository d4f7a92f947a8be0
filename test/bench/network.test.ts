import { describe, expect, test } from "vitest";
import { capacityOf, simulate, type Network } from "../../bench/scale/network.ts";

const run = { requests: 60_000, seed: 7 };

function oneStation(micros: number, servers = 1, variation = 1): Network {
  return {
    stations: [{ name: "core", servers }],
    visits: [{ station: "core", micros }],
    delayMicros: 0,
    variation,
  };
}

describe("the queueing network", () => {
  test("one client alone is answered in the time that its visits take", () => {
    const network: Network = {
      stations: [
        { name: "router", servers: 1 },
        { name: "database", servers: 4 },
      ],
      visits: [
        { station: "router", micros: 300 },
        { station: "database", micros: 500 },
        { station: "router", micros: 100 },
      ],
      delayMicros: 100,
      variation: 0,
    };
    const found = simulate(network, { clients: 1 }, run);
    expect(found.p50Ms).toBeCloseTo(1, 6);
    expect(found.p99Ms).toBeCloseTo(1, 6);
    expect(found.perSecond).toBeCloseTo(1000, 3);
    expect(found.utilisation["router"]).toBeCloseTo(0.4, 3);
  });

  test("many clients get what the busiest station gives, and no more", () => {
    const network = oneStation(200, 2);
    expect(capacityOf(network)).toEqual({ perSecond: 10_000, limit: "core" });
    const found = simulate(network, { clients: 64 }, run);
    expect(found.perSecond).toBeGreaterThan(9_800);
    expect(found.perSecond).toBeLessThan(10_200);
    expect(found.utilisation["core"]).toBeGreaterThan(0.99);
  });

  test("a client more is one more in the line (Little's law)", () => {
    const found = simulate(oneStation(200, 1, 0), { clients: 10 }, run);
    expect(found.p50Ms * found.perSecond).toBeCloseTo(10 * 1000, -1);
  });

  test.each([0.3, 0.6, 0.9])("waiting is what Pollaczek and Khinchine say, at a load of %d", (load) => {
    const variation = 1.5;
    const micros = 1_000;
    const perSecond = (load * 1e6) / micros;
    // Mean time in an M/G/1 system: s + load * s * (1 + c^2) / (2 * (1 - load)).
    const mean = micros + (load * micros * (1 + variation ** 2)) / (2 * (1 - load));
    const seeds = [1, 2, 3, 4, 5];
    const means = seeds.map((seed) => {
      const found = simulate(oneStation(micros, 1, variation), { perSecond }, { requests: 100_000, seed });
      expect(found.perSecond / perSecond).toBeCloseTo(1, 1);
      expect(found.utilisation["core"]!).toBeCloseTo(load, 1);
      return found.meanMs * 1000;
    });
    const average = means.reduce((a, b) => a + b) / seeds.length;
    expect(Math.abs(average / mean - 1)).toBeLessThan(0.15);
  });

  test("the same seed gives the same answer, another one another", () => {
    const ask = (seed: number) => simulate(oneStation(100), { perSecond: 5_000 }, { requests: 2_000, seed });
    expect(ask(1)).toEqual(ask(1));
    expect(ask(1)).not.toEqual(ask(2));
  });
});
