import { describe, expect, test } from "vitest";
import { Deadlines } from "../../src/concurrency/deadlines.ts";
import { SharedRequests, type Outcome, type Question, type Sent } from "../../src/graphql/shared-requests.ts";

/** A request that is answered when the test says so. */
function open() {
  let outcome: Outcome<string> | null = null;
  const cancelled: Error[] = [];
  const sent: Sent<string> = {
    listen: (listening) => void (outcome = listening),
    cancel: (reason) => {
      cancelled.push(reason);
      outcome?.fail(reason);
    },
  };
  const answer = (value: string) => outcome?.succeed(value);
  return { sent, answer, cancelled };
}

const openRequests = () => new SharedRequests<string>(new Deadlines(1_000));
const ask = (asker: string, variables: string): Question => ({
  asker,
  variables,
  writes: 0,
  document: "{ a }",
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("running requests", () => {
  test("requests are shared by principal and document", async () => {
    const requests = openRequests();
    const first = open();
    const one = requests.join(ask("ana", "a question"), () => first.sent);
    const same = requests.join(ask("ana", "a question"), () => expect.unreachable("sent twice"));
    const others = [
      requests.join(ask("ben", "a question"), () => open().sent),
      requests.join(ask("ana", "another question"), () => open().sent),
    ];
    expect(one.isFirst).toBe(true);
    expect(same).toEqual({ request: one.request, isFirst: false });
    expect(others.map(({ isFirst }) => isFirst)).toEqual([true, true]);
    first.answer("an answer");
    expect(await Promise.all([one.request.wait(), same.request.wait()])).toEqual(["an answer", "an answer"]);
  });

  test("reads after a write, and those of another document, are not shared", () => {
    const requests = openRequests();
    const question = ask("ana", "{}");
    const others = [question, { ...question, writes: 1 }, { ...question, document: "{ b }" }];
    for (const other of others) expect(requests.join(other, () => open().sent).isFirst).toBe(true);
    for (const other of others) {
      expect(requests.join(other, () => expect.unreachable("sent twice")).isFirst).toBe(false);
    }
  });

  // Long texts with the same samples share a slot, but they are different requests.
  test("requests that differ in any character are not shared", () => {
    const requests = openRequests();
    const text = "x".repeat(1_000);
    const variants = Array.from(text, (_, at) => `${text.slice(0, at)}y${text.slice(at + 1)}`);
    for (const variant of variants) {
      expect(requests.join(ask("ana", variant), () => open().sent).isFirst).toBe(true);
    }
    for (const variant of variants) {
      const again = requests.join(ask("ana", variant), () => expect.unreachable("sent twice"));
      expect(again.isFirst).toBe(false);
    }
  });

  test("completed requests are removed, and cancelled ones cannot be joined", async () => {
    const requests = openRequests();
    const first = open();
    const one = requests.join(ask("ana", "a question"), () => first.sent);
    first.answer("an answer");
    await one.request.wait();
    await settled();
    const second = open();
    const two = requests.join(ask("ana", "a question"), () => second.sent);
    expect(two.isFirst).toBe(true);

    const leaving = new AbortController();
    const waiting = two.request.wait(leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    expect(second.cancelled).toHaveLength(1);
    expect(requests.join(ask("ana", "a question"), () => open().sent).isFirst).toBe(true);
    // The one that was cancelled settles later, and takes nothing with it but itself.
    second.answer("too late");
    await settled();
    expect(requests.join(ask("ana", "a question"), () => expect.unreachable("sent twice")).isFirst).toBe(
      false,
    );
  });
});
