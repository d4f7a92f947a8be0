import { expect, test } from "vitest";
import {
  messageIdOf,
  newThread,
  replyPattern,
  replyTo,
  threadHeaders,
} from "../../../subgraphs/hub/crm/mails/mail-thread.ts";

test("a new conversation has no headers, and an answer refers to all messages before", () => {
  expect(threadHeaders(newThread)).toEqual({});
  const second = replyTo("<a@x>", []);
  const third = replyTo("<b@x>", second.referenceIds);
  expect(threadHeaders(third)).toEqual({ "In-Reply-To": "<b@x>", References: "<a@x> <b@x>" });
});

test("a long conversation keeps its first message and the latest ones", () => {
  let thread = newThread;
  for (let number = 0; number < 50; number++) thread = replyTo(`<${number}@x>`, thread.referenceIds);
  expect(thread.referenceIds).toHaveLength(20);
  expect([thread.referenceIds[0], thread.referenceIds.at(-1)]).toEqual(["<0@x>", "<49@x>"]);
});

test("a Message-ID has one address without blanks and line breaks", () => {
  expect(messageIdOf("msg_1", "https://hub.example:8080/x")).toBe("<msg_1@hub.example>");
  for (const good of ["<a@b>", "<CA+x.y=z@mail.example>", "msg_01m8538dhbydw3v0pz6zm9r14z", "msg_demo_1"])
    expect([good, replyPattern.test(good)]).toEqual([good, true]);
  for (const bad of ["a@b", "<a b@c>", "<a@b>\r\nBcc: x@y", "<a@b@c>", "<>", "cmp_1", "<a@b> <c@d>"])
    expect([bad, replyPattern.test(bad)]).toEqual([bad, false]);
});
