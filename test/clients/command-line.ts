import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { verifyWebhook } from "../../packages/client/src/webhooks.ts";
import { projectPath } from "../../src/project-root.ts";
import type { TestApp } from "../support/app.ts";

const program = projectPath("packages", "hub-cli", "dist", "main.js");

/** What the command line does on a running platform. */
export function describeCommandLine(getApp: () => TestApp): void {
  let folder: string;
  let app: TestApp;
  beforeAll(async () => {
    app = getApp();
    folder = await mkdtemp(join(tmpdir(), "hub-cli-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function start(words: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [program, ...words], {
      env: { PATH: process.env["PATH"], HOME: folder, XDG_CONFIG_HOME: folder, HUB_URL: app.url, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  async function hub(words: readonly string[], env: Record<string, string> = {}) {
    const child = start(words, env);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, "close"),
    ]);
    return { out, err, code: code as number };
  }

  const withKey = () => ({ HUB_TOKEN: app.withKey("full")["x-api-key"]! });

  /** Resolves with the text that a program printed once it contains `part`. */
  function printed(child: ChildProcess, stream: "stdout" | "stderr", part: RegExp): Promise<RegExpExecArray> {
    let all = "";
    return new Promise((resolve, reject) => {
      child[stream]!.on("data", (chunk: Buffer) => {
        all += chunk.toString();
        const match = part.exec(all);
        if (match) resolve(match);
      });
      child.once("close", () => reject(new Error(`ended after: ${all}`)));
    });
  }

  /** A receiver that keeps what it gets. */
  async function startReceiver() {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const server = createServer((request, response) => void keep(request, response));
    async function keep(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = await text(request);
      received.push({ headers: request.headers as Record<string, string>, body });
      response.end();
      server.emit("received");
    }
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return { received, server, port: String((server.address() as AddressInfo).port) };
  }

  describe("the command line", () => {
    test("ends without an error when the reader of its output ends first", async () => {
      const child = start(["tools"], withKey());
      child.stdout!.destroy();
      const [err, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
      expect({ err, code }).toEqual({ err: "", code: 0 });
    });

    test("signs in with the device flow, keeps the tokens for its user alone, and signs out", async () => {
      const child = start(["login"]);
      const ended = once(child, "close");
      const [, page] = await printed(child, "stderr", /Open (\S+)\n.*code \S+\./);
      const shown = await (await fetch(page!)).text();
      expect(shown).toContain('<option value="eve"');
      const code = new URL(page!).searchParams.get("user_code")!;
      const form = new URLSearchParams({ user_code: code, identity: "eve", decision: "allow" });
      expect((await fetch(page!.split("?")[0]!, { method: "POST", body: form })).status).toBe(200);
      expect((await ended)[0]).toBe(0);
      const file = join(folder, "hub", "credentials.json");
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const stored = JSON.parse(await readFile(file, "utf8"));
      expect(Object.keys(stored.sessions)).toEqual([app.url]);
      const { out } = await hub(["graphql", "{ me { id email } }"]);
      expect(JSON.parse(out)).toEqual({ me: { id: "demo-eve", email: "eve@demo.example" } });
      expect((await hub(["logout"])).code).toBe(0);
      const after = await hub(["graphql", "{ me { id } }"]);
      expect(after).toMatchObject({ code: 1, err: expect.stringMatching(/MISSING_TOKEN|UNAUTHORIZED/) });
      expect(await readFile(file, "utf8")).not.toContain("eyJ");
    });

    test("calls a tool with flags and JSON, first as a dry run, and prints a table", async () => {
      const words = [
        "call",
        "create_invoice",
        "--client",
        "ann@example.com",
        "--items",
        '[{"description":"Tea","amount":3}]',
      ];
      const dry = await hub([...words, "--dry-run"], withKey());
      expect(JSON.parse(dry.out)).toMatchObject({ dryRun: true, arguments: { client: "ann@example.com" } });
      const made = await hub([...words, "--yes"], withKey());
      expect(JSON.parse(made.out)).toMatchObject({ status: "draft" });
      const list = await hub(
        ["call", "list_invoices", "--json", '{"limit":2}', "--status", "draft", "-o", "table"],
        withKey(),
      );
      expect(list.out.split("\n")[0]).toMatch(/^id\s+appId\s+number\s+status/);
      expect(list.out.trim().split("\n").length).toBeGreaterThan(1);
    });

    test("explains what is wrong, and does not show a credential", async () => {
      const unknown = await hub(["call", "create_invoice", "--colour", "red"], withKey());
      expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("no argument --colour") });
      const missing = await hub(["call", "get_invoice", "--invoice-id", "inv_none"], withKey());
      expect(missing.code).toBe(1);
      expect(missing.err).toMatch(/NOT_FOUND, request \S+\)/);
      const help = await hub(["call", "get_invoice", "--help"], withKey());
      expect(help.out).toMatch(/--invoice-id <string> \(required\)/);
      expect(`${unknown.err}${missing.err}${help.out}`).not.toContain(withKey().HUB_TOKEN);
      const unsafe = await hub(["tools"], { HUB_URL: "http://hub.example" });
      expect(unsafe).toMatchObject({ code: 2, err: expect.stringContaining("https") });
    });

    test("lists the account's requests by filter, and follows those to come", async () => {
      // The log belongs to people. Requests with the key are in the log of its owner.
      const asEve = { HUB_TOKEN: (await app.as("eve"))["authorization"]!.slice("Bearer ".length) };
      const headers = { ...app.withKey("full"), "x-app-id": "invoicer" };
      const [first, next] = ["logs-first-1", "logs-next-22"];
      await app.get("/invoices/inv_none", { ...headers, "x-request-id": first });
      await app.get("/invoices?limit=1", { ...headers, "x-request-id": "logs-other-3" });
      const listed = await hub(
        ["logs", "--status", "404", "--operation", "GetInvoice", "--since", "1h"],
        asEve,
      );
      expect(listed.code, listed.err).toBe(0);
      expect(listed.out).toMatch(
        new RegExp(`Z  40[34]  GET /invoices/{invoiceId}  \\d+ ms  [A-Z_]+  ${first}\\n`),
      );
      expect(listed.out).not.toContain("logs-other-3");
      const json = await hub(["logs", "--request", "logs-other-3", "-o", "json"], asEve);
      expect(JSON.parse(json.out)).toMatchObject({
        requestId: "logs-other-3",
        operation: "ListInvoices",
        status: 200,
      });

      const child = start(
        ["logs", "-f", "--limit", "1", "--operation", "GetInvoice", "--interval", "0.2"],
        asEve,
      );
      const ended = once(child, "close");
      await printed(child, "stdout", /\n/);
      const arrives = printed(child, "stdout", /logs-\S+/);
      await app.get("/invoices?limit=1", { ...headers, "x-request-id": "logs-other-4" });
      await app.get("/invoices/inv_none", { ...headers, "x-request-id": next });
      expect((await arrives)[0]).toBe(next);
      child.kill("SIGINT");
      expect((await ended)[0]).toBe(0);
      const wrong = await hub(["logs", "--status", "odd"], asEve);
      expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("--status is 2xx") });
    });

    test("forwards events to a local port, signed, and deletes its endpoint at the end", async () => {
      const { received, server, port } = await startReceiver();
      const child = start(["listen", "--forward-to", port, "--interval", "0.2"], withKey());
      const ended = once(child, "close");
      const [, secret, endpoint] = await printed(
        child,
        "stdout",
        /Signing secret: (\S+)\n.*endpoint (whe_\w+)\./s,
      );
      const arrives = once(server, "received");
      const sent = await hub(["trigger", "webhook.test", "--endpoint", endpoint!], withKey());
      expect(sent.code, sent.err).toBe(0);
      await arrives;
      const event = await verifyWebhook({
        ...received[0]!,
        headers: new Headers(received[0]!.headers),
        secret: secret!,
      });
      expect(event).toMatchObject({ type: "webhook.test", data: { object: { id: endpoint } } });
      child.kill("SIGINT");
      expect((await ended)[0]).toBe(0);
      const { body } = await app.get("/webhooks/endpoints", app.withKey("full"));
      expect(body.endpoints.map(({ id }: { id: string }) => id)).not.toContain(endpoint);
    });

    test("sends the documented example of any event to a receiver", async () => {
      const { received, port } = await startReceiver();
      const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
      const { out, code } = await hub(["trigger", "invoice.paid", "--forward-to", port], {
        HUB_WEBHOOK_SECRET: secret,
      });
      expect({ out, code }).toEqual({
        out: expect.stringMatching(/^invoice.paid evt_\w+ -> 200\n$/),
        code: 0,
      });
      const [delivery] = received;
      const event = await verifyWebhook({ ...delivery!, headers: new Headers(delivery!.headers), secret });
      expect(event.type).toBe("invoice.paid");
      const wrong = await hub(["trigger", "invoice.lost", "--forward-to", port, "--secret", secret]);
      expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("no event invoice.lost") });
    });

    test("completes commands, tools and events in bash", async () => {
      const { out } = await hub(["completion", "bash"]);
      const script = `hub() { if [ "$1" = tools ]; then printf 'create_invoice\\ncreate_client\\nget_invoice\\n'; fi; }
${out}
complete_at() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hub; echo "\${COMPREPLY[*]}"; }
complete_at hub l; complete_at hub call create; complete_at hub listen --fo`;
      const child = spawn("bash", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
      expect(await text(child.stdout)).toBe(
        "login logout logs listen\ncreate_invoice create_client\n--forward-to\n",
      );
      expect((await hub(["completion", "zsh"])).out).toContain("compdef _hub hub");
      const { out: names } = await hub(["tools", "--names"]);
      expect(names.split("\n")).toEqual(expect.arrayContaining(["create_invoice", "run_payroll"]));
    });
  });
}
