import fc from "fast-check";
import type { LimitRequest, WindowCheck } from "../../src/limits/limits.types.ts";
import { minuteMs } from "../../src/limits/minute-log.ts";

/** A call at a test's time, of a subject that nothing is remembered of. */
export function requestOf(
  checks: readonly Partial<WindowCheck>[],
  more: Partial<LimitRequest> = {},
): LimitRequest {
  const filled = checks.map((check): WindowCheck => {
    const { kind = "minute", name = kind, counter = "c", limit = 3, units = 1, intervalMs } = check;
    return { name, kind, counter, limit, units, ...(intervalMs === undefined ? {} : { intervalMs }) };
  });
  return { subject: "user:one", checks: filled, now: 0, isTestTime: true, isLasting: false, ...more };
}

const limit = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null, freq: 6 });
const units = fc.integer({ min: 1, max: 8 });

/** Calls of one subject in all kinds of windows, at times that crowd at their edges; now and then time jumps back. */
export const callSequences = fc.array(
  fc.record({
    gap: fc.oneof(
      fc.constantFrom(0, 1, 99, 100, 101, 1_000, minuteMs - 1, minuteMs, minuteMs + 1),
      fc.integer({ min: -30_000, max: 30_000 }),
      fc.constantFrom(3_600_000, 86_400_000, 17 * 86_400_000),
    ),
    checks: fc.tuple(
      fc.record({ kind: fc.constant("minute" as const), limit: fc.integer({ min: 1, max: 6 }), units }),
      fc.record({ kind: fc.constantFrom("hour" as const, "day" as const, "month" as const), limit, units }),
      fc.record({
        kind: fc.constant("bucket" as const),
        limit: fc.integer({ min: 1, max: 5 }),
        units,
        intervalMs: fc.constant(100),
      }),
    ),
    takesBack: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);
