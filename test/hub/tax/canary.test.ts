import { expect, test } from "vitest";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { einPlace } from "../../../subgraphs/hub/tax/businesses/business.rows.ts";
import { refreshDueForms } from "../../../subgraphs/hub/tax/forms/refresh-form.service.ts";
import { tinPlace } from "../../../subgraphs/hub/tax/forms/recipient.rows.ts";
import type { Answer } from "../../support/app.ts";
import { everyRow } from "../../support/private-numbers.ts";
import { formBody, saveBusinessBody, usAddress } from "../../support/tax.ts";
import { forms, useTaxApp } from "./tax-app.ts";

const tax = useTaxApp();
const tin = "271828459";
const ein = "314159265";
const isShown = (text: string) => [tin, ein].some((digits) => text.replaceAll("-", "").includes(digits));

test("nine digits sent at every door, valid or not, are returned nowhere", async () => {
  const { app } = tax;
  const { headers } = await tax.filer();
  const answers: Answer[] = [];
  const sent = async (answer: Promise<Answer>) => (answers.push(await answer), answers.at(-1)!);
  const businesses = "/integrations/taxfiling/businesses";
  const keyed = (key: string) => ({ ...headers, "idempotency-key": key });
  const business = await sent(app.post(businesses, saveBusinessBody({ ein }), keyed("b1")));
  const { businessId } = business.body.business;
  await sent(app.post(businesses, saveBusinessBody({ ein: "31-4159265" }), keyed("b1")));
  for (const bad of [{ businessName: `LLC ${ein}` }, { ein: Number(ein) }, { ein: `${ein}0` }, { [ein]: 1 }])
    await sent(app.post(businesses, saveBusinessBody({ ein, ...bad }), headers));
  const recipient = { tinType: "SSN", tin, firstName: "Ray", lastName: "R", address: usAddress };
  const body = (overrides: object = {}) => formBody(businessId, { recipient, ...overrides });
  const form = await sent(app.post(`${forms}/1099-nec`, body(), keyed("f1")));
  expect(form.status).toBe(200);
  const { formId } = form.body;
  await sent(app.post(`${forms}/1099-nec`, body(), keyed("f1")));
  await sent(app.post(`${forms}/1099-nec`, body({ nonEmployeeCompensation: 3 }), keyed("f1")));
  await sent(app.post(`${forms}/1099-nec`, body(), headers));
  const wrong: object[] = [
    { recipient: { ...recipient, tin: Number(tin) } },
    { recipient: { ...recipient, tin: [tin] } },
    { recipient: { ...recipient, tin: `${tin}1` } },
    { recipient: { ...recipient, tinType: "ITIN" } },
    { recipient: { ...recipient, tinType: tin } },
    { recipient: { ...recipient, firstName: `Ray ${tin}` } },
    { recipient: { ...recipient, [tin]: tin } },
    { recipient: { ...recipient, recipientId: tin } },
    { accountNumber: tin, referenceId: "271-82-8459" },
    { businessId: tin },
    { taxYear: Number(tin) },
    { nonEmployeeCompensation: Number(tin) },
    { nonEmployeeCompensation: 5, federalTaxWithheld: 6, accountNumber: "z" },
    { recipient: tin },
  ];
  const mutation = "mutation($input: FileFormInput!) { fileTaxForm(input: $input) { formId } }";
  for (const bad of wrong) {
    expect((await sent(app.post(`${forms}/1099-nec`, body(bad), headers))).status).toBeGreaterThan(399);
    await sent(app.graphql(mutation, { input: body(bad) }, headers));
  }
  await sent(app.graphql(`mutation { saveTaxBusiness(input: { ein: ${ein} }) { created } }`, {}, headers));
  await sent(app.graphql(`{ taxForm(formId: ${tin}.5) { formId } }`, {}, headers));
  for (const path of [
    `/${tin}`,
    `/${tin}/pdf`,
    `?businessId=${tin}`,
    `?status=${tin}`,
    `?taxYear=${tin}`,
    `?x=${tin}`,
  ])
    await sent(app.get(`${forms}${path}`, headers));
  const change = { recipient, nonEmployeeCompensation: 9 };
  await sent(app.post(`${forms}/${formId}/correct`, change, keyed("c0")));
  await tax.decide("accept");
  const corrected = await sent(app.post(`${forms}/${formId}/correct`, change, keyed("c1")));
  await tax.decide("accept");
  await sent(app.post(`${forms}/${corrected.body.formId}/void`, {}, headers));
  await sent(app.get(forms, headers));
  await sent(app.get(businesses, headers));
  await app.database.query("UPDATE hub.tax_forms SET next_poll_at = now() WHERE next_poll_at IS NOT NULL");
  await refreshDueForms(app.running.platform.contextIn("hub") as HubContext);
  const pdf = await sent(app.get(`${forms}/${formId}/pdf`, headers));
  expect(isShown(Buffer.from(pdf.body.content, "base64").toString("latin1"))).toBe(false);

  const leaks = answers.filter(({ text, headers: shown }) => isShown(text + JSON.stringify(shown)));
  expect(leaks.map(({ text }) => text)).toEqual([]);
  expect(app.logLines.filter(isShown)).toEqual([]);
  expect((await everyRow(app.database)).filter(isShown)).toEqual([]);
});

test("a sealed number can be opened for its own row only", async () => {
  const filer = await tax.filer();
  await tax.file(filer);
  const { keyRing } = (tax.app.running.platform.contextIn("hub") as HubContext).ports;
  const rows = await tax.app.database.query<{ id: string; sealed: string; last4: string }>(
    "SELECT id, tin_sealed AS sealed, tin_last4 AS last4 FROM hub.tax_recipients",
  );
  const [one] = rows;
  expect(keyRing.open(one!.sealed, tinPlace(one!.id))).toMatch(new RegExp(`^\\d{5}${one!.last4}$`));
  expect(() => keyRing.open(one!.sealed, tinPlace("rcp_other"))).toThrow();
  expect(() => keyRing.open(one!.sealed, einPlace(one!.id))).toThrow();
});
