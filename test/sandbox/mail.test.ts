import { createTransport } from "nodemailer";
import { describe, expect, it, onTestFinished } from "vitest";
import { fixedClock } from "../../src/time/clock.ts";
import { sendJson, startTestSandbox } from "./start-test-sandbox.ts";

const mail = { from: "Hub <hub@example.com>", to: "fay@example.com", subject: "Grüße ✓", text: "Hello 東京" };

function transportTo(smtpUrl: string) {
  const transport = createTransport(smtpUrl);
  onTestFinished(() => transport.close());
  return transport;
}

describe("the mail server", () => {
  it("received mail is in the inbox, decoded, with every recipient of the envelope", async () => {
    const { url, smtpUrl } = await startTestSandbox({ clock: fixedClock(new Date("2026-03-01T12:00:00Z")) });
    await transportTo(smtpUrl).sendMail({
      ...mail,
      bcc: "hidden@example.com",
      html: "<p>Hello <b>東京</b></p>",
      headers: { "List-Unsubscribe": "<https://example.com/u>" },
      attachments: [{ filename: "a.pdf", content: Buffer.alloc(10, 1), contentType: "application/pdf" }],
    });
    const { body } = await sendJson("GET", `${url}/mail/messages`);
    expect(body.messages).toMatchObject([
      {
        id: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
        from: "hub@example.com",
        to: ["fay@example.com", "hidden@example.com"],
        subject: "Grüße ✓",
        text: expect.stringContaining("Hello 東京"),
        html: expect.stringContaining("<b>東京</b>"),
        headers: { "list-unsubscribe": "<https://example.com/u>" },
        attachments: [{ filename: "a.pdf", contentType: "application/pdf", sizeBytes: 10 }],
        receivedAt: "2026-03-01T12:00:00.000Z",
      },
    ]);
  });

  it("the inbox lists messages oldest first and clears them on request", async () => {
    const { url, smtpUrl } = await startTestSandbox();
    const transport = transportTo(smtpUrl);
    for (const subject of ["one", "two"]) await transport.sendMail({ ...mail, subject });
    const subjects = async () =>
      (await sendJson("GET", `${url}/mail/messages`)).body.messages.map(
        (message: { subject: string }) => message.subject,
      );
    expect(await subjects()).toEqual(["one", "two"]);
    expect((await sendJson("DELETE", `${url}/mail/messages`)).status).toBe(204);
    expect(await subjects()).toEqual([]);
  });

  it("the inbox lists the messages to an address, or to a part of one", async () => {
    const { url, smtpUrl } = await startTestSandbox();
    const transport = transportTo(smtpUrl);
    await transport.sendMail({ ...mail, to: "fay@example.com", bcc: "ana+1@example.com", subject: "both" });
    await transport.sendMail({ ...mail, to: "ana+1@example.com", subject: "one" });
    const subjectsTo = async (wanted: string) =>
      (await sendJson("GET", `${url}/mail/messages?to=${encodeURIComponent(wanted)}`)).body.messages.map(
        (message: { subject: string }) => message.subject,
      );
    expect(await subjectsTo("ana+1@example.com")).toEqual(["both", "one"]);
    expect(await subjectsTo("fay@")).toEqual(["both"]);
    expect(await subjectsTo("bo@example.com")).toEqual([]);
  });

  it("takes any login", async () => {
    const { url, smtpUrl } = await startTestSandbox();
    await transportTo(smtpUrl.replace("smtp://", "smtp://user:pass@")).sendMail(mail);
    expect((await sendJson("GET", `${url}/mail/messages`)).body.messages).toHaveLength(1);
  });

  it.each([451, 550])(
    "a configured fault %d rejects a message, and nothing of it is stored",
    async (status) => {
      const { url, smtpUrl } = await startTestSandbox();
      const transport = transportTo(smtpUrl);
      await sendJson("POST", `${url}/control/smtp`, { status, times: 1 });
      await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: status });
      await transport.sendMail({ ...mail, subject: "again" });
      expect((await sendJson("GET", `${url}/mail/messages`)).body.messages).toMatchObject([
        { subject: "again" },
      ]);
    },
  );

  it.each([{ dropRate: 1 }, { malformed: true }])("breaks off on %j", async (faults) => {
    const { url, smtpUrl } = await startTestSandbox();
    await sendJson("POST", `${url}/control/smtp`, { ...faults, times: 1 });
    await expect(transportTo(smtpUrl).sendMail(mail)).rejects.toThrow();
    expect((await sendJson("GET", `${url}/mail/messages`)).body.messages).toEqual([]);
  });

  it("messages are recorded in the journal of the mail stand-in", async () => {
    const { url, smtpUrl } = await startTestSandbox();
    await transportTo(smtpUrl).sendMail(mail);
    const { requests } = (await sendJson("GET", `${url}/control/smtp/journal`)).body;
    expect(requests).toMatchObject([
      { method: "SEND", path: "fay@example.com", body: { subject: "Grüße ✓" } },
    ]);
  });
});
