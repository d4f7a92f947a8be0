import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publish } from "../hub/account-domains/support.ts";
import { tokensFor } from "../hub/accounts/invitation-mails.ts";
import { openTab, type Tab } from "../support/browser.ts";
import {
  browserPath,
  seriousFindings,
  settled,
  sidewaysScroll,
  startExplorer,
  type ExplorerRun,
} from "./support.ts";

describe.skipIf(browserPath === null)("joining an organization in the explorer", () => {
  let run: ExplorerRun;
  beforeAll(async () => {
    run = await startExplorer();
  });
  afterAll(() => run?.close());

  const actAs = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel("Act as").first().selectOption(name);
    await settled(page);
  };
  const openAs = async (name: string): Promise<Tab> => {
    const tab = await run.open("/members", { colorScheme: "light" });
    await actAs(tab.page, name);
    return tab;
  };
  const chooseAccount = async (page: Page, label: string): Promise<void> => {
    const switcher = page.getByLabel("Act for account");
    const option = switcher.locator("option").filter({ hasText: label });
    await switcher.selectOption(await option.first().getAttribute("value"));
    await settled(page);
  };
  const chosenAccount = (page: Page) => page.getByLabel("Act for account").inputValue();
  const press = (page: Page, name: string) => page.getByRole("button", { name }).first().press("Enter");
  const says = (page: Page, text: string) =>
    page.getByRole("status").filter({ hasText: text }).first().waitFor();
  const inDialog = (page: Page, name: string) =>
    page.getByRole("dialog").getByRole("button", { name }).press("Enter");

  test("a person accepts an invitation by the link of the mail", async () => {
    const email = "pia@demo.example";
    const eve = await run.app.as("eve");
    const { body } = await run.app.post("/accounts", { name: "Tile & Co" }, eve);
    const as = { ...eve, "x-account-id": body.id as string };
    const invited = await run.app.post("/account/invitations", { email, role: "billing" }, as);
    expect(invited.status).toBe(201);
    const token = (await tokensFor(run.app, email)).at(-1)!;
    const { page, faults, close } = await openTab(run.browser, [run.app.url], { colorScheme: "light" });
    await page.goto(`${run.app.url}/account-invitations/${token}`);
    await page.getByRole("heading", { level: 1, name: "Invitation to Tile & Co" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Open the invitation in your account" }).press("Enter");
    await settled(page);
    await actAs(page, "pia");
    expect(new URL(page.url()).hash).toBe("");
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, "Accept");
    await says(page, "The invitation was accepted.");
    await expect.poll(() => chosenAccount(page)).toBe(body.id);
    await page.goto(`${run.app.url}/account-invitations/${token}`);
    await page.getByRole("heading", { level: 1, name: "This invitation is not valid" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await close();
    // The browser names the status of the last page.
    expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
  });

  test("an owner verifies a domain, and a person with an address of it joins", async () => {
    const { body } = await run.app.post("/accounts", { name: "Slate & Co" }, await run.app.as("eve"));
    const { page, faults, close } = await openAs("eve");
    await chooseAccount(page, "Slate & Co");
    await page.getByLabel("Domain", { exact: true }).fill("demo.example");
    await press(page, "Add domain");
    await says(page, "demo.example was added.");
    await press(page, "Verify: demo.example");
    await page.getByRole("alert").filter({ hasText: "The TXT record was not found" }).waitFor();
    const row = page.getByRole("table", { name: "Domains" }).getByRole("row").nth(1);
    const [name, value] = await row.locator("code").allTextContents();
    await publish(run.app, name!, [value!]);
    await press(page, "Verify: demo.example");
    await says(page, "demo.example is verified.");
    await row.getByRole("combobox").selectOption("read_only");
    await says(page, "demo.example was changed.");
    expect(await seriousFindings(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);

    await actAs(page, "bo");
    await press(page, "Join Slate & Co");
    await says(page, "You are now a member of Slate & Co.");
    await expect.poll(() => chosenAccount(page)).toBe(body.id);
    await page.getByRole("button", { name: "Join Slate & Co" }).waitFor({ state: "detached" });

    await actAs(page, "eve");
    await chooseAccount(page, "Slate & Co");
    await press(page, "Remove: demo.example");
    await inDialog(page, "Remove");
    await says(page, "demo.example was removed.");
    await close();
    expect(faults).toEqual([]);
  });
});
