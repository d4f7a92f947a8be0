import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  browserPath,
  seriousFindings,
  settled,
  sidewaysScroll,
  startExplorer,
  type ExplorerRun,
} from "../support.ts";

const pages: readonly (readonly [path: string, heading: string])[] = [
  ["/guides", "Guides"],
  ["/guides/authentication", "Authentication"],
  ["/guides/webhooks#verifying-the-signature", "Webhooks"],
  ["/guides/errors", "Errors and retries"],
  ["/webhook-events#invoice.paid", "Webhook events"],
  ["/prices", "Prices"],
];

describe.skipIf(browserPath === null)("guides in the explorer", () => {
  let run: ExplorerRun;
  beforeAll(async () => {
    run = await startExplorer();
  });
  afterAll(() => run?.close());

  test("every page has its heading, no accessibility finding in both colour schemes, and fits a phone", async () => {
    const { page, faults, close } = await run.open("/guides", { colorScheme: "light" });
    for (const [path, heading] of pages) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${run.app.url}${path}`);
      await settled(page);
      expect(await page.getByRole("heading", { level: 1 }).textContent(), path).toBe(heading);
      expect(await seriousFindings(page), path).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await seriousFindings(page, ["color-contrast"]), `${path} in the dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await sidewaysScroll(page), `${path} at 390 pixels`).toBe(0);
    }
    await close();
    expect(faults).toEqual([]);
  }, 300_000);

  test("samples have the URL of this platform, and a chosen language stays on other pages", async () => {
    const { page, faults, close } = await run.open("/guides/webhooks");
    const python = page.getByRole("tab", { name: "Python" });
    await python.click();
    await page.getByRole("region", { name: "Python sample" }).getByText("def is_genuine").waitFor();
    await page.goto(`${run.app.url}/guides/quickstart-rest`);
    await page.getByRole("tab", { name: "Python", selected: true }).waitFor();
    const text = await page.getByRole("region", { name: "Python sample" }).textContent();
    expect(text).toContain(run.app.url);
    expect(text).not.toContain("127.0.0.1:4000");
    await close();
    expect(faults).toEqual([]);
  });

  test("a configuration of an agent has the key of the chosen demo identity", async () => {
    const { page, faults, close } = await run.open("/guides/agent-clients", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const key = run.app.withKey("full")["x-api-key"]!;
    await page.getByRole("combobox", { name: "Act as" }).selectOption("key-full");
    const configuration = page.getByRole("figure").filter({ hasText: `"Bearer ••••"` }).first();
    await configuration.waitFor();
    await configuration.getByRole("button", { name: "Copy with token" }).press("Enter");
    await configuration.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`"Bearer ${key}"`);
    expect(await page.locator("pre").filter({ hasText: "YOUR_API_KEY" }).count()).toBe(0);
    await close();
    expect(faults).toEqual([]);
  });

  test("the prices are those of the platform, and a failure can be tried again", async () => {
    const { page, close } = await run.open("/prices");
    const prices = page.getByRole("region", { name: "Prices of operations" });
    await prices.getByRole("row", { name: /invoice\.create/ }).waitFor();
    const { body } = await run.app.get("/credits/operation-cost?operation=invoice.create&appId=invoicer");
    const cells = await prices
      .getByRole("row", { name: /^invoice\.create/ })
      .getByRole("cell")
      .allTextContents();
    expect(cells[0]).toBe(String(body.cost));
    await page.route("**/graphql", (route) => route.abort());
    await page.goto(`${run.app.url}/prices`);
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unroute("**/graphql");
    await again.click();
    await prices.waitFor();
    await close();
  });

  test("Ctrl+K opens the search, and a question leads to the section of a guide that answers it", async () => {
    const { page, faults, close } = await run.open("/schema");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /^Search/ });
    await field.fill("why was my call refused");
    const options = page.getByRole("listbox").getByRole("option");
    await options.first().waitFor();
    const links = await options.evaluateAll((all) => all.slice(0, 3).map((one) => one.getAttribute("href")));
    expect(links).toContainEqual(expect.stringMatching(/^\/guides\/errors/));
    expect(await seriousFindings(page)).toEqual([]);
    for (let down = links.findIndex((link) => link?.startsWith("/guides/errors")); down > 0; down--)
      await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Errors and retries" }).waitFor();
    await page.keyboard.press("Control+k");
    await field.fill("zzzzzz qqqqqq");
    await page.getByText("Nothing found.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "All guides" }).click();
    await page.getByRole("heading", { level: 1, name: "Guides", exact: true }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("guides are Markdown for programs, listed in llms.txt", async () => {
    const list = (await run.app.get("/llms.txt")).text;
    expect(list).toContain("](/guides/authentication.md)");
    const guide = await run.app.get("/guides/authentication.md");
    expect(guide.headers["content-type"]).toContain("text/markdown");
    expect(guide.text).toContain("# Authentication");
    expect(guide.text).toContain("](/guides/agent-clients.md)");
    expect((await run.app.get("/webhook-events.md")).text).toContain("## invoice.paid");
    expect((await run.app.get("/prices.md")).text).toContain("/credits/operation-costs");
    expect((await run.app.get("/guides.md")).text).toContain("(/guides/going-live.md)");
  });
});
