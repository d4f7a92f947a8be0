import { expect, test } from "vitest";
import { keepPrivate, refuseLeak, refuseLeaksOf, tellsPrivateNumber } from "./support/private-numbers.ts";

const digits = keepPrivate("271828459");
const answer = (text: string) => ({ status: 200, headers: {}, body: {}, text });
const rowsOf = (text: string) => ({
  logLines: [],
  database: {
    query: async (sql: string) => [sql.includes("pg_tables") ? { name: "hub.audit" } : { text }],
  } as never,
});

test.each([digits, "271-82-8459", "27-1828459", `{"ein":"${digits}"}`, `1${digits}0`])(
  "%s is found",
  (text) => {
    expect(tellsPrivateNumber(text)).toBe(true);
    expect(() => refuseLeak(answer(text))).toThrow("tells a tax number");
  },
);

test.each([
  "271 828 459",
  "27182845",
  "***-**-8459",
  "2026-11-22T02:41:15.234Z",
  `{"time":1727182845900}`,
  "",
])("%s is fine", (text) => {
  expect(refuseLeak(answer(text)).text).toBe(text);
});

test("log lines and rows are looked through when an app is closed", async () => {
  await expect(refuseLeaksOf({ ...rowsOf("fine"), logLines: [`filed ${digits}`] })).rejects.toThrow(
    "1 lines",
  );
  await expect(refuseLeaksOf(rowsOf(`hub.audit ${digits}`))).rejects.toThrow("hub.audit");
  await expect(refuseLeaksOf(rowsOf("hub.audit fine"))).resolves.toBeUndefined();
});
