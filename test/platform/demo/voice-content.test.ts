import { expect, test } from "vitest";
import { voiceContent } from "../../../platform/demo/content/voice.content.ts";
import { isWithinHours, legalHours } from "../../../subgraphs/gateway/voice/contacts/calling-window.ts";

const hours = { ...legalHours, days: [1, 2, 3, 4, 5, 6, 7], holidays: [] };
const everyHour = Array.from({ length: 24 * 7 }, (_, hour) => hour);

// A demo that starts in the evening plans its call for the day as well.
test.each(["2026-01-04", "2026-06-28", "2026-03-01", "2026-10-25"])(
  "the planned call is within calling hours whatever the hour of the start, from %s on",
  (day) => {
    for (const hour of everyHour) {
      const now = new Date(Date.parse(`${day}T00:00:00.000Z`) + hour * 60 * 60_000);
      const call = voiceContent("usr_1", now).steps.find(({ name }) => name === "planned")!;
      const at = new Date(call.input["scheduleAt"] as string);
      expect(at.getTime()).toBeGreaterThan(now.getTime());
      expect(isWithinHours(["America/Los_Angeles"], hours, at), now.toISOString()).toBe(true);
    }
  },
);
