/**
 * Takes pictures of 24 pages in light and dark, at 1440 and 390 pixels, from a running platform with demo data, and
 * compares them with those of the last time. By hand, because fonts are drawn differently on every machine:
 *
 *     npm start
 *     npm run screenshots -- http://127.0.0.1:4000
 *
 * Words after the URL choose pages: `npm run screenshots -- http://127.0.0.1:4000 rest keys`.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { PNG } from "pngjs";
import { projectPath } from "../../src/project-root.ts";
import { openBrowser } from "../support/browser.ts";
import { settled } from "./support.ts";

const [url = "http://127.0.0.1:4000", ...chosen] = process.argv.slice(2);
const folder = projectPath("dist", "screenshots");
const before = `${folder}.before`;
/** A larger share of changed pixels asks for a look. */
const tolerance = 0.005;

interface Picture {
  path: string;
  as?: string;
}

const pictures: Readonly<Record<string, Picture>> = {
  overview: { path: "/" },
  console: { path: "/console" },
  rest: { path: "/rest" },
  "rest-filtered": { path: "/rest?q=invoice" },
  "rest-read": { path: "/rest/GetInvoice" },
  "rest-write": { path: "/rest/CreateInvoice" },
  tools: { path: "/tools" },
  tool: { path: "/tools/create_invoice" },
  operations: { path: "/operations#CreditBalance" },
  schema: { path: "/schema" },
  type: { path: "/schema/Invoice" },
  input: { path: "/schema/CreateInvoiceInput" },
  field: { path: "/schema/Invoice/status" },
  graph: { path: "/graph" },
  changelog: { path: "/changelog" },
  errors: { path: "/errors#FORBIDDEN" },
  usage: { path: "/usage", as: "pia" },
  keys: { path: "/keys", as: "eve" },
  "keys-refused": { path: "/keys", as: "sam" },
  "key-new": { path: "/keys/new", as: "eve" },
  webhooks: { path: "/webhooks", as: "ada" },
  members: { path: "/members", as: "eve" },
  settings: { path: "/settings", as: "pia" },
  "not-found": { path: "/no-such-page" },
};

const variants = [
  { name: "light", colorScheme: "light", width: 1440, height: 900 },
  { name: "dark", colorScheme: "dark", width: 1440, height: 900 },
  { name: "phone-light", colorScheme: "light", width: 390, height: 844 },
  { name: "phone-dark", colorScheme: "dark", width: 390, height: 844 },
] as const;

async function take(page: Page, { path, as }: Picture, file: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await settled(page);
  if (as) {
    await page.getByLabel("Act as").first().selectOption(as);
    await settled(page);
  }
  await page.evaluate("document.fonts.ready.then(() => null)");
  await page.screenshot({ path: file, animations: "disabled" });
}

async function takeAll(browser: Browser, { name, colorScheme, width, height }: (typeof variants)[number]) {
  const viewport = { width, height };
  const options = {
    viewport,
    colorScheme,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
  } as const;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // So many pages in a row meet the limits of the platform, which the pages wait for.
  page.setDefaultTimeout(120_000);
  for (const [id, picture] of Object.entries(pictures)) {
    if (chosen.length > 0 && !chosen.includes(id)) continue;
    const file = `${id}-${name}.png`;
    await take(page, picture, `${folder}/${file}`);
    const changed = await changedShare(file);
    if (changed > tolerance) console.log(`${file}: ${(changed * 100).toFixed(1)} % of the pixels changed`);
  }
  await context.close();
}

/** Share of pixels that differ from the picture of the last time. 0 without one, 1 where the sizes differ. */
async function changedShare(file: string): Promise<number> {
  if (!existsSync(`${before}/${file}`)) return 0;
  const read = async (path: string) => PNG.sync.read(await readFile(path));
  const [old, now] = await Promise.all([read(`${before}/${file}`), read(`${folder}/${file}`)]);
  if (old.width !== now.width || old.height !== now.height) return 1;
  let changed = 0;
  for (let at = 0; at < now.data.length; at += 4)
    if (now.data.readUInt32BE(at) !== old.data.readUInt32BE(at)) changed += 1;
  return changed / (now.data.length / 4);
}

await rm(before, { recursive: true, force: true });
if (existsSync(folder)) await rename(folder, before);
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
try {
  for (const variant of variants) await takeAll(browser, variant);
} finally {
  await browser.close();
}
console.log(`The pictures are in ${folder}.`);
