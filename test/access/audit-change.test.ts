import { expect, test } from "vitest";
import { changedFields, maskChange } from "../../src/access/audit-change.ts";
import { newId } from "../../src/ids.ts";

test("a change has the fields that differ, with both values", () => {
  const before = { price: 4, tags: ["a"], name: "Team", gone: 1 };
  const after = { price: 5, tags: ["a"], name: "Team", added: true };
  expect(changedFields(before, after)).toEqual({
    before: { price: 4, gone: 1, added: null },
    after: { price: 5, gone: null, added: true },
  });
});

test("text that may be a secret, a tax number or an e-mail address is masked, ids and times are not", () => {
  const id = newId("usr");
  const at = new Date("2026-11-28T10:00:00.000Z");
  const before = {
    id,
    at,
    status: "active",
    key: "hub_live_a1",
    nested: [{ tin: "12-3456789", email: "ana@example.com" }],
  };
  expect(maskChange({ before, after: { key: "whsec_a" } })).toEqual({
    before: {
      id,
      at: at.toISOString(),
      status: "active",
      key: "***",
      nested: [{ tin: "***", email: "***" }],
    },
    after: { key: "***" },
  });
});
