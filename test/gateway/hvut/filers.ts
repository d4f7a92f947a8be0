import { keyScopes } from "../../../src/access/scopes.ts";
import { newId } from "../../../src/ids.ts";
import { nextEin, sampleFiler } from "../../walk/samples/door-samples-hvut.ts";
import type { TestApp } from "../../support/app.ts";
import { createAccount, createKey } from "../support/people.ts";

type Input = Record<string, unknown>;

/** An account that files by tools; `at` is the test clock of its calls. */
export async function createFiling(app: TestApp, at?: string) {
  const ownerId = await createAccount(app, 900);
  const clock: Record<string, string> = at === undefined ? {} : { "x-test-clock": at };
  const headers = { "x-app-id": "hvut", ...clock, ...(await createKey(app, ownerId, keyScopes)) };
  const call = (name: string, input: Input, key = newId("key"), more: Record<string, string> = {}) =>
    app.tool(name, input, { ...headers, ...more, "idempotency-key": key });
  const act = async (name: string, input: Input = {}, more: Record<string, string> = {}) => {
    const { status, body } = await call(name, input, newId("key"), more);
    if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  /** A filer whose numbers a person entered by the link. */
  const filer = async (ein = nextEin()) => {
    const made = await act("create_filer", sampleFiler);
    const token = new URL(made.entryUrl as string).pathname;
    const { status } = await app.post(token, { ein, pin: "48213" }, clock);
    if (status !== 200) throw new Error(`the entry page answered ${status}`);
    return { ...made, token } as { id: string; token: string };
  };
  /** Files a return and has it accepted. */
  const filed = async (filerId: string, more: Input) => {
    const { filingId } = await act("file_2290", { ...oneShot(filerId, []), ...more });
    await callEfile(app, "/submissions/process", { reference: `${filingId}.1` });
    return filingId as string;
  };
  return { ownerId, headers, call, act, filer, filed };
}

export async function callEfile(app: TestApp, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/efile${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the e-file service answered ${response.status}`);
}

export const oneShot = (filerId: string, vins: string[], month = "2026-07") => ({
  filerId,
  period: 2026,
  vehicles: vins.map((vin) => ({ vin, category: "V", firstUseMonth: month })),
  payment: { method: "eftps" },
  agreeToJurat: true,
});
