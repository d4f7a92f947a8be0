import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

/** The headless shell is the same engine without the browser around it: it takes two thirds of the processor time. */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Where this machine has a browser: `CHROMIUM_PATH`, else where Debian puts it; null without one. */
export const browserPath: string | null =
  [process.env["CHROMIUM_PATH"] ?? "", ...places].find((path) => path !== "" && existsSync(path)) ?? null;

if (browserPath === null) console.warn("Skipped, as there is no Chromium here: tests in a browser.");

/** No pictures are compared: pages are laid out, and painted as little as possible, in as few processes as possible. */
const flags: readonly string[] = [
  "--disable-gpu",
  "--disable-gpu-rasterization",
  "--disable-software-rasterizer",
  "--renderer-process-limit=1",
  // Optimizing the code of a page that is loaded once costs more than it saves: an eighth of the browser's time.
  "--js-flags=--no-opt --no-maglev",
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath!, chromiumSandbox: false, args: [...flags] });
}

/** A tab, and its errors: script errors, violations of its policy, requests to other origins. */
export interface Tab {
  page: Page;
  faults: string[];
  close(): Promise<void>;
}

/** Opens a tab that may call these origins and no other. */
export async function openTab(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", ...options });
  // What never comes ends a test; a busy machine does not.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("console", (message) => {
    // A refused card is answered with the status 402, which is the processor's way.
    const isPlanned = message.text().includes("402 (Payment Required)");
    if (message.type() === "error" && !isPlanned) faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && !origins.includes(origin)) faults.push(`call: ${request.url()}`);
  });
  return { page, faults, close: () => context.close() };
}

export interface StaticSite {
  origin: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** Serves a folder at a free port of localhost, as any static server does. */
export async function serveFolder(folder: string): Promise<StaticSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://localhost");
    const file = normalize(pathname === "/" ? "/index.html" : pathname);
    readFile(join(folder, file)).then(
      (body) => response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
