import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoOrganizations } from "../../src/demo-identities.ts";
import { foundOrganization, signUp } from "../hub/accounts/organizations.ts";
import type { Tab } from "../support/browser.ts";
import {
  browserPath,
  seriousFindings,
  settled,
  sidewaysScroll,
  startExplorer,
  type ExplorerRun,
} from "./support.ts";

const [{ id: organizationId, name: organization }] = demoOrganizations as [(typeof demoOrganizations)[0]];

describe.skipIf(browserPath === null)("the explorer's pages of organizations and administrators", () => {
  let run: ExplorerRun;
  beforeAll(async () => {
    run = await startExplorer();
  });
  afterAll(() => run?.close());

  const actAs = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel("Act as").first().selectOption(name);
    await settled(page);
  };
  const openAs = async (name: string, path: string, options = {}): Promise<Tab> => {
    const tab = await run.open(path, options);
    await actAs(tab.page, name);
    return tab;
  };
  const chooseAccount = async (page: Page, label: string | RegExp): Promise<void> => {
    const switcher = page.getByLabel("Act for account");
    const option = switcher.locator("option").filter({ hasText: label });
    await switcher.selectOption(await option.first().getAttribute("value"));
    await settled(page);
  };
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole("button", { name }).first().press("Enter");
  const says = (page: Page, text: string | RegExp) =>
    page.getByRole("status").filter({ hasText: text }).first().waitFor();
  const inDialog = (page: Page, name: string | RegExp) =>
    page.getByRole("dialog").getByRole("button", { name }).press("Enter");

  test("every request of the page acts for the chosen account, which the browser remembers", async () => {
    const { page, faults, close } = await openAs("eve", "/members");
    await page.getByText("This is your personal account").waitFor();
    const sent = page.waitForRequest((request) => request.headers()["x-account-id"] === organizationId);
    await chooseAccount(page, organization);
    await sent;
    await page.getByRole("table", { name: "Members" }).getByRole("row").nth(1).waitFor();
    await page.reload();
    await actAs(page, "eve");
    expect(await page.getByLabel("Act for account").inputValue()).toBe(organizationId);
    await page.getByRole("table", { name: "Members" }).waitFor();
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toMatch(/ey[A-Z]|Bearer|hub_/);
    // Another person has no account of Eve's.
    await actAs(page, "ada");
    await page.getByText("This is your personal account").waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("a new browser of the same person starts with the account chosen last", async () => {
    const person = await signUp(run.app);
    const id = await foundOrganization(run.app, person);
    const signIn = async (): Promise<Tab> => {
      const tab = await run.open("/members");
      await tab.page.getByRole("combobox", { name: "Act as" }).first().selectOption("paste");
      await tab.page.getByRole("textbox", { name: "Token or key" }).fill(person.token);
      await tab.page.getByRole("button", { name: "Use it" }).press("Enter");
      await tab.page.getByLabel("Act for account").waitFor();
      await settled(tab.page);
      return tab;
    };
    const first = await signIn();
    await first.page.getByText("This is your personal account").waitFor();
    const stored = first.page.waitForResponse((response) =>
      response.url().endsWith(`/accounts/${id}/choose`),
    );
    await chooseAccount(first.page, "Sample & Sons");
    expect((await stored).status()).toBe(200);
    const second = await signIn();
    await second.page.getByRole("table", { name: "Members" }).waitFor();
    expect(await second.page.getByLabel("Act for account").inputValue()).toBe(id);
    await first.close();
    await second.close();
    expect([...first.faults, ...second.faults]).toEqual([]);
  });

  test("an administrator decides what another one asks for", async () => {
    const bo = { ...(await run.app.as("bo")), "x-account-id": organizationId, "x-app-id": "payroll" };
    const { page, faults, close } = await openAs("eve", "/approvals");
    await chooseAccount(page, organization);
    await press(page, "Require: payouts");
    await says(page, "A second person is now required for payouts.");
    const contractor = { name: "Ana", email: "ana@work.example", kind: "individual" };
    const { body } = await run.app.post("/payroll/contractors", contractor, bo);
    const payment = { contractorId: body.id as string, amount: 250, description: "Tiles" };
    expect((await run.app.post("/payroll/contractor-payments", payment, bo)).status).toBe(202);
    await page.reload();
    await actAs(page, "eve");
    await page.getByRole("row", { name: /payContractor.*\$250\.00.*pending/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, /^Approve: apr_/);
    await page
      .getByRole("dialog")
      .getByText(body.id as string)
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await inDialog(page, "Approve");
    await says(page, "payContractor was approved.");
    await close();
    expect(faults).toEqual([]);
  });

  test("an administrator filters, verifies and exports the audit log", async () => {
    const eve = { ...(await run.app.as("eve")), "x-account-id": organizationId };
    expect((await run.app.send("PATCH", "/account", eve, { name: organization })).status).toBe(200);
    const { page, faults, close } = await openAs("eve", "/audit");
    await chooseAccount(page, organization);
    await page.getByText("The log is unaltered.").waitFor();
    await page.getByLabel("Action", { exact: true }).fill("updateOrganization");
    await press(page, "Filter");
    const table = page.getByRole("table", { name: "Audit log" });
    await table
      .getByRole("row", { name: /updateOrganization.*demo-eve.*ok/ })
      .first()
      .waitFor();
    await page.getByLabel("Action", { exact: true }).fill("noSuchAction");
    await press(page, "Filter");
    await page.getByText("No entries").waitFor();
    await press(page, "Clear");
    await table.waitFor();
    const saved = page.waitForEvent("download");
    await press(page, "Export CSV");
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
    await says(page, "The audit log was exported.");
    expect(await seriousFindings(page)).toEqual([]);
    await close();
    expect(faults).toEqual([]);
  });

  test("an administrator exports all data, downloads the archive and deletes it", async () => {
    const { page, faults, close } = await openAs("eve", "/data-export");
    await chooseAccount(page, organization);
    await press(page, "Export all data");
    await says(page, "The export has begun.");
    const link = page.getByRole("link", { name: /^Download: dex_/ });
    await link.waitFor();
    const archive = await fetch((await link.getAttribute("href"))!, { headers: { range: "bytes=0-3" } });
    expect(Buffer.from(await archive.arrayBuffer()).toString("latin1")).toBe("PK\u0003\u0004");
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, /^Delete: dex_/);
    await inDialog(page, "Delete archive");
    await says(page, "The archive was deleted.");
    await page
      .getByRole("row", { name: /canceled|expired/ })
      .first()
      .waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("an owner creates an organization, invites, changes and removes members", async () => {
    const { page, faults, close } = await openAs("sam", "/members");
    await page.getByLabel("Name of the organization").fill("Corner Bakery");
    await press(page, "Create organization");
    await says(page, "Corner Bakery was created.");
    await page.getByRole("heading", { name: "Invitations" }).waitFor();
    await page.getByLabel("E-mail address").fill("ana@client.example");
    await page.getByLabel("Role of the invited person").selectOption("billing");
    await press(page, "Invite");
    await says(page, "ana@client.example was invited.");
    const invitation = page.getByRole("row", { name: /ana@client\.example/ });
    await invitation.getByText("billing").waitFor();
    await press(page, "Revoke: ana@client.example");
    await invitation.getByText("revoked").waitFor();

    const accountId = await page.getByLabel("Act for account").inputValue();
    await run.app.database.query(
      `INSERT INTO hub.account_members (owner_id, user_id, role, added_by, created_at, updated_at)
       VALUES ($1, 'demo-pia', 'member', 'demo-sam', now(), now())`,
      [accountId],
    );
    await actAs(page, "nobody");
    await actAs(page, "sam");
    const member = page.getByRole("table", { name: "Members" }).getByRole("row", { name: /pia/i });
    await member.getByRole("button", { name: /^Change/ }).press("Enter");
    await page.getByRole("dialog").getByLabel(/^Role/).selectOption("read_only");
    await page
      .getByRole("dialog")
      .getByLabel(/^payroll/)
      .selectOption("approve");
    await inDialog(page, "Save");
    await member.getByText("read-only").waitFor();
    await member.getByText("payroll: approve").waitFor();
    await member.getByRole("button", { name: /^Offer ownership/ }).press("Enter");
    await inDialog(page, "Offer the ownership");
    await says(page, /The ownership was offered/);

    await actAs(page, "pia");
    await chooseAccount(page, "Corner Bakery");
    await press(page, "Accept the ownership");
    await says(page, "You are now an owner");
    await press(page, "Leave Corner Bakery");
    await inDialog(page, "Leave");
    // Sam became an admin when Pia accepted.
    await page.getByRole("alert").filter({ hasText: "INVALID_STATE" }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("only administrators see the pages of administration", async () => {
    const { page, faults, close } = await openAs("pia", "/admin/accounts");
    await page.getByText("This page is for administrators").waitFor();
    expect(await page.getByRole("link", { name: "Job queues" }).count()).toBe(0);
    await actAs(page, "ada");
    await page.getByRole("link", { name: "Job queues" }).waitFor();
    await page.getByRole("table", { name: "Accounts" }).waitFor();
    await actAs(page, "pia");
    await page.getByText("This page is for administrators").waitFor();
    // The role of a pasted token is known once the platform has read it.
    const { authorization } = await run.app.as("ada");
    await page.getByLabel("Act as").first().selectOption("paste");
    await page.getByRole("textbox", { name: "Token or key" }).fill(authorization!);
    await press(page, "Use it");
    await page.getByRole("table", { name: "Accounts" }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("an administrator suspends and restores an organization, and retries a dead letter", async () => {
    const jobId = randomUUID();
    await run.app.database.query(
      `INSERT INTO jobs.job (id, name, data, state, retry_limit, retry_count, completed_on, output)
       VALUES ($1, 'purge-bot-tokens', '{}', 'failed', 5, 5, now(), '{"name": "Error"}')`,
      [jobId],
    );
    const { page, faults, close } = await openAs("ada", "/admin/accounts");
    await page.getByLabel("Search").fill(organizationId);
    await page.getByLabel("Search").press("Enter");
    await press(page, organizationId);
    await press(page, "Suspend");
    const confirm = page.getByRole("dialog").getByRole("button", { name: "Suspend" });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel("Reason").fill("unpaid");
    await confirm.press("Enter");
    await says(page, /^Suspend: done/);
    const refused = await run.app.get("/account", {
      ...(await run.app.as("eve")),
      "x-account-id": organizationId,
    });
    expect([refused.status, refused.body.details.reason]).toEqual([403, "account_suspended"]);
    await press(page, organizationId);
    await press(page, "Restore");
    await inDialog(page, "Restore");
    await says(page, /^Restore: done/);

    await page.getByRole("link", { name: "Dead letters" }).press("Enter");
    await settled(page);
    await press(page, jobId);
    await press(page, "Retry");
    await inDialog(page, "Retry");
    await says(page, /^Retry: done/);
    await page.getByRole("link", { name: "Plans", exact: true }).press("Enter");
    await settled(page);
    await press(page, "starter");
    await press(page, "Change plan");
    await page.getByLabel("Name").fill("Starter plus");
    await inDialog(page, "Change plan");
    await says(page, /^Change plan: done/);
    await page.getByRole("row", { name: /starter Starter plus/ }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("each page of administration shows its list", async () => {
    const { page, faults, close } = await openAs("ada", "/admin/users");
    for (const title of [
      "Users",
      "Apps",
      "Credit packages",
      "Operation prices",
      "Tax tables",
      "Processor events",
      "Job queues",
      "Audit trail",
    ]) {
      await page.getByRole("link", { name: title, exact: true }).press("Enter");
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await settled(page);
      expect(await page.getByRole("alert").count(), title).toBe(0);
    }
    await close();
    expect(faults).toEqual([]);
  });

  test.each([
    ["eve", "/members"],
    ["eve", "/approvals"],
    ["eve", "/audit"],
    ["eve", "/data-export"],
    ["ada", "/admin/users"],
    ["ada", "/admin/plans"],
  ])("as %s, %s reads well in both schemes and on a telephone", async (name, path) => {
    const { page, faults, close } = await openAs(name, path, { colorScheme: "light" });
    if (name === "eve") await chooseAccount(page, organization);
    else await page.locator(".link-button").first().press("Enter");
    await settled(page);
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await seriousFindings(page, ["color-contrast"])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysScroll(page)).toBe(0);
    await close();
    expect(faults).toEqual([]);
  });
});
