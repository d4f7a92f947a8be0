import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeConsent, mergeFacts } from "../../../subgraphs/hub/crm/contacts/merge-rules.ts";
import { noFacts } from "../../../subgraphs/hub/crm/contacts/contact-facts.ts";
import type { Consent, ConsentStatus } from "../../../subgraphs/hub/crm/contacts/contact.rows.ts";

const said = (status: ConsentStatus): Consent =>
  status === "none"
    ? { status, source: null, at: null }
    : { status, source: "form", at: new Date("2026-11-01T00:00:00.000Z") };
const contact = (email: string | null, status: ConsentStatus) => ({
  email,
  phone: null,
  consent: { email: said(status), sms: said("none"), call: said("none") },
});
const merged = (theirs: [string | null, ConsentStatus], own: [string | null, ConsentStatus]) =>
  mergeConsent(contact(...theirs), contact(...own)).email.status;

test.each<[[string | null, ConsentStatus], [string | null, ConsentStatus], ConsentStatus]>([
  [["s@x", "unsubscribed"], ["t@x", "subscribed"], "unsubscribed"],
  [["s@x", "subscribed"], ["t@x", "unsubscribed"], "unsubscribed"],
  // Permission belongs to an address.
  [["s@x", "subscribed"], ["t@x", "none"], "none"],
  [["s@x", "pending"], ["t@x", "subscribed"], "subscribed"],
  // The target takes the address over.
  [["s@x", "subscribed"], [null, "none"], "subscribed"],
  [["s@x", "pending"], [null, "none"], "pending"],
  [[null, "none"], ["t@x", "subscribed"], "subscribed"],
  // Both have the same one.
  [["t@x", "pending"], ["t@x", "subscribed"], "pending"],
  [["t@x", "subscribed"], ["t@x", "pending"], "pending"],
  [["t@x", "none"], ["t@x", "subscribed"], "subscribed"],
])("consent %j merged into %j is %s", (theirs, own, status) => {
  expect(merged(theirs, own)).toBe(status);
});

test("a merge never gives permission that neither contact had for the address, and keeps every opt-out", () => {
  const status = fc.constantFrom<ConsentStatus>("subscribed", "unsubscribed", "pending", "none");
  const of = fc.tuple(fc.constantFrom("s@x", "t@x", null), status);
  fc.assert(
    fc.property(of, of, (theirs, own) => {
      const result = merged(theirs, own);
      const address = own[0] ?? theirs[0];
      if (result === "subscribed")
        expect(
          [theirs, own].some(([email, one]) => email === address && one === "subscribed") ||
            own[1] === "subscribed",
        ).toBe(true);
      const isOptOut = theirs[1] === "unsubscribed" || own[1] === "unsubscribed";
      expect(result === "unsubscribed").toBe(isOptOut);
    }),
    { seed: 118, numRuns: 200 },
  );
});

test("the target's facts win, and the source's complete them", () => {
  const source = {
    ...noFacts,
    email: "s@x",
    phone: "+12125550142",
    firstName: "S",
    company: "A",
    companyId: "co_1",
  };
  const target = { ...noFacts, email: "t@x", firstName: "T", tags: ["b"], customFields: { a: 1 } };
  const { facts } = mergeFacts({ ...source, tags: ["a", "b"], customFields: { a: 2, c: 3 } }, target);
  expect(facts).toEqual({
    email: "t@x",
    phone: "+12125550142",
    firstName: "T",
    lastName: null,
    company: "A",
    companyId: "co_1",
    tags: ["b", "a"],
    customFields: { a: 1, c: 3 },
  });
  expect(mergeFacts(source, { ...target, company: "B" }).facts).toMatchObject({
    company: "B",
    companyId: null,
  });
});

test("too many tags together are a fault", () => {
  const tags = (prefix: string) => Array.from({ length: 30 }, (_, index) => `${prefix}${index}`);
  const { faults } = mergeFacts({ ...noFacts, tags: tags("a") }, { ...noFacts, tags: tags("b") });
  expect(faults).toMatchObject([{ path: "tags", rule: "maxItems" }]);
});
