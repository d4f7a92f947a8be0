import { expect, test } from "vitest";
import { sendJson, startTestSandbox } from "./start-test-sandbox.ts";

const hook = (url: string, inbox: string, body: string, headers = {}) =>
  fetch(`${url}/receiver/hooks/${inbox}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

test("the receiver stores webhooks byte for byte, newest first, and fails on request", async () => {
  const { url } = await startTestSandbox();
  const body = '{"2":"b", "1":"a"}';
  const sent = { "webhook-id": "msg_1", "webhook-signature": "v1,abc", authorization: "Bearer secret" };
  expect((await hook(url, "mine", body, sent)).status).toBe(200);

  const asked = await sendJson("POST", `${url}/receiver/answers`, { status: 503, times: 2 });
  expect(asked).toEqual({ status: 200, body: { next: { status: 503, times: 2 } } });
  const statuses = [];
  for (let call = 0; call < 3; call++) statuses.push((await hook(url, "mine", "{}")).status);
  expect(statuses).toEqual([503, 503, 200]);

  const { body: kept } = await sendJson("GET", `${url}/receiver/received`);
  expect(kept.next).toBeNull();
  expect(kept.received.map(({ status }: { status: number }) => status)).toEqual([200, 503, 503, 200]);
  expect(kept.received[3]).toMatchObject({
    inbox: "mine",
    body,
    headers: { "webhook-id": "msg_1", "webhook-signature": "v1,abc" },
  });
  expect(JSON.stringify(kept)).not.toContain("Bearer secret");

  expect((await sendJson("DELETE", `${url}/receiver/received`)).status).toBe(204);
  expect((await sendJson("GET", `${url}/receiver/received`)).body).toEqual({
    hooksUrl: `${url}/receiver/hooks`,
    received: [],
    next: null,
  });
});

test("the receiver refuses an answer that no server gives", async () => {
  const { url } = await startTestSandbox();
  const { status, body } = await sendJson("POST", `${url}/receiver/answers`, { status: 42, times: 0 });
  expect(status).toBe(400);
  expect(body.details.fields.map(({ path }: { path: string }) => path)).toEqual(["status", "times"]);
});
