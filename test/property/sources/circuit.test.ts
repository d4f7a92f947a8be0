import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  admitCall,
  closedCircuit,
  settleCall,
  type Circuit,
  type CircuitOutcome,
} from "../../../subgraphs/property/sources/circuit.ts";

const start = 1_000_000;
const middle = 0.5;

function after(outcomes: readonly CircuitOutcome[], everyMs = 1_000): Circuit {
  return outcomes.reduce(
    (circuit, outcome, index) => settleCall(circuit, outcome, start + index * everyMs, middle),
    closedCircuit,
  );
}

const times = (count: number, outcome: CircuitOutcome) => Array.from({ length: count }, () => outcome);

describe("the circuit of a source", () => {
  test("opens at the fifth failure in a row, and not before", () => {
    expect(after(times(4, "failure")).state).toBe("closed");
    expect(after(times(5, "failure"))).toMatchObject({ state: "open", openMs: 30_000 });
    expect(after([...times(4, "failure"), "success", ...times(4, "failure")]).failuresInRow).toBe(4);
  });

  test("opens when half of at least ten calls within a minute have failed", () => {
    const alternating = ["failure", "success"] as const;
    const nine = Array.from({ length: 9 }, (_, index) => alternating[index % 2]!);
    expect(after(nine).state).toBe("closed");
    expect(after([...nine, "success"]).state).toBe("open");
    expect(after([...nine, "success"], 10_000).state).toBe("closed");
  });

  test("refusals say nothing about the line", () => {
    expect(after(times(50, "neutral"))).toMatchObject({ state: "closed", failuresInRow: 0 });
    expect(after([...times(4, "failure"), "neutral", "failure"]).state).toBe("open");
  });

  test("is tried by one caller at a time once its time is over, and closes at the second success", () => {
    const open = after(times(5, "failure"));
    const due = open.nextProbeAt!;
    expect(admitCall(open, due - 1, 20_000)).toBeNull();
    const first = admitCall(open, due, 20_000)!;
    expect(first.state).toBe("halfOpen");
    expect(admitCall(first, due + 1, 20_000)).toBeNull();
    expect(admitCall(first, due + 20_000, 20_000)).not.toBeNull();
    const once = settleCall(first, "success", due + 1, middle);
    expect(once).toMatchObject({ state: "halfOpen", probeUntil: null });
    const second = admitCall(once, due + 2, 20_000)!;
    expect(settleCall(second, "success", due + 3, middle)).toEqual(closedCircuit);
  });

  test("each try that fails doubles the pause, up to ten minutes", () => {
    let circuit = after(times(5, "failure"));
    const pauses: number[] = [];
    for (let tries = 0; tries < 7; tries++) {
      pauses.push(circuit.openMs);
      const at = circuit.nextProbeAt!;
      circuit = settleCall(admitCall(circuit, at, 20_000)!, "failure", at + 1, middle);
    }
    expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
  });

  test.each([
    [0, 24_000],
    [0.5, 30_000],
    [0.999999, 36_000],
  ])("jitter %d makes the first pause %d ms", (random, pause) => {
    const almost = after(times(4, "failure"));
    const open = settleCall(almost, "failure", start, random);
    expect(open.nextProbeAt! - start).toBe(pause);
  });

  test("no call passes an open circuit, and two successful probes in a row always close it", () => {
    const outcome = fc.constantFrom<CircuitOutcome>("success", "failure", "neutral");
    const step = fc.record({
      outcome,
      passMs: fc.nat(700_000),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let [circuit, now] = [closedCircuit, start];
        for (const { outcome: next, passMs, random } of steps) {
          now += passMs;
          const admitted = admitCall(circuit, now, 20_000);
          if (circuit.state === "open" && now < circuit.nextProbeAt!) expect(admitted).toBeNull();
          if (admitted === null) continue;
          circuit = settleCall(admitted, next, now, random);
          expect(circuit.recent.length).toBeLessThanOrEqual(60);
          if (circuit.state === "open") expect(circuit.nextProbeAt! - now).toBeLessThanOrEqual(720_000);
        }
        while (circuit.state !== "closed") {
          now += 720_000;
          circuit = settleCall(admitCall(circuit, now, 20_000)!, "success", now, 0);
        }
      }),
    );
  });
});
