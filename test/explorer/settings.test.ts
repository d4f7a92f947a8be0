import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tab } from "../support/browser.ts";
import {
  browserPath,
  seriousFindings,
  settled,
  sidewaysScroll,
  startExplorer,
  type ExplorerRun,
} from "./support.ts";

const phoneAgent = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

describe.skipIf(browserPath === null)("the explorer's settings of a person", () => {
  let run: ExplorerRun;
  beforeAll(async () => {
    run = await startExplorer();
  });
  afterAll(() => run?.close());

  const openAs = async (name: string, path: string, options = {}): Promise<Tab> => {
    const tab = await run.open(path, options);
    await tab.page.getByLabel("Act as").first().selectOption(name);
    await settled(tab.page);
    return tab;
  };
  const says = (page: Page, text: string | RegExp) =>
    page.getByRole("status").filter({ hasText: text }).first().waitFor();

  test("another device is signed out after a question, and the session of the demo's page is not offered", async () => {
    const token = await run.app.tokenFor({ sub: "demo-pia" });
    const phone = { authorization: `Bearer ${token}`, "user-agent": phoneAgent };
    expect((await run.app.get("/auth/me", phone)).status).toBe(200);
    const { page, faults, close } = await openAs("pia", "/settings#sessions");
    const row = page.getByRole("row", { name: /Firefox on Android/ });
    await row.waitFor();
    await page.getByRole("row", { name: /this page.*shared by this demo/ }).waitFor();
    const button = row.getByRole("button", { name: /^Sign out: Firefox on Android/ });
    await button.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
    expect((await run.app.get("/auth/me", phone)).status).toBe(200);
    await button.press("Enter");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).press("Enter");
    await says(
      page,
      "Firefox on Android was signed out. Its session at the identity provider was ended too.",
    );
    expect((await run.app.get("/auth/me", phone)).body.code).toBe("SESSION_REVOKED");
    await row.waitFor({ state: "detached" });
    await close();
    expect(faults).toEqual([]);
  });

  test("a mail is switched off and on again, and a mandatory one cannot be", async () => {
    const { page, faults, close } = await openAs("pia", "/settings#notifications");
    const mail = (checked: boolean) =>
      page.getByRole("checkbox", { name: /^A webhook endpoint was disabled/, checked, disabled: false });
    await mail(true).press("Space");
    await says(page, "webhook_disabled is switched off.");
    const { body } = await run.app.get("/account/notification-preferences", await run.app.as("pia"));
    expect(body.preferences).toContainEqual(
      expect.objectContaining({ event: "webhook_disabled", enabled: false }),
    );
    await mail(false).press("Space");
    await says(page, "webhook_disabled is switched on.");
    expect(await page.getByRole("checkbox", { name: /^An archive of all data/ }).isDisabled()).toBe(true);
    await close();
    expect(faults).toEqual([]);
  });

  test.each(["/settings#sessions", "/settings#notifications"])(
    "%s reads well in both schemes and on a telephone",
    async (path) => {
      const { page, faults, close } = await openAs("ada", path, { colorScheme: "light" });
      await page
        .getByRole("region", { name: path.endsWith("sessions") ? "Sessions" : "Notifications" })
        .first()
        .waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await seriousFindings(page, ["color-contrast"])).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await sidewaysScroll(page)).toBe(0);
      await close();
      expect(faults).toEqual([]);
    },
  );
});
