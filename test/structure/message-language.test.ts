import { expect, test } from "vitest";
import { errorWords } from "../../router/explorer/data/error-words.ts";
import { configSchema } from "../../src/config/config-schema.ts";
import { errorStatus } from "../../src/errors.ts";
import { codePaths, errorMessagesIn, textsIn } from "./message-texts.ts";
import { retiredWords } from "./retired-words.ts";

const messages = codePaths("src", "router", "platform", "subgraphs").flatMap((path) => errorMessagesIn(path));

const imperatives = `
  accept add amend approve archive ask buy call change check choose complete connect contact continue
  correct create delete deliver enable end export file find follow get import increase list make name
  open order pass read record reduce refuse remove repeat request revoke round save search send set
  show sign solve split start subscribe try update upgrade use wait
`;
// A sentence, or its part after a colon, that starts with a verb in the imperative.
const nextStep = new RegExp(`(?:^|[.:;!] )(?:${imperatives.trim().split(/\s+/).join("|")})[ :,]`, "i");
// An argument or field by its name, or the value, limit or reason that a template puts in.
const namesField = /\$\{\}|\b[a-z]+[A-Z]\w*\b|\b[a-z]+_[a-z]+\b/;

/** Messages that have nothing to do and name no field, with the reason. */
const statusOnly = new Map([
  ["The input is not valid.", "Without faults there is no field to name."],
  ["The amount is not a finite number.", "A guard inside the platform: input is checked before."],
  ["The amount must be a whole number.", "A guard inside the platform: input is checked before."],
  ["The amount is too large.", "A guard inside the platform: input is checked before."],
  ["The internal principal header is not valid.", "Only processes of the platform send this header."],
  ["No payment processor is configured on this server.", "Only the operator can configure one."],
  ["No AI provider is configured on this server.", "Only the operator can configure one."],
  ["No photo library is configured on this server.", "Only the operator can configure one."],
  ["Bank connections are not configured on this platform.", "Only the operator can configure them."],
  ["The client closed the request.", "Nobody receives this response."],
  ["A suppression after a spam complaint is permanent and cannot be removed.", "No request can change it."],
  ["The discount must be between 0 and the sum of the lines.", "The message is the bound of the discount."],
]);

test("error messages name a next step, a field or a value", () => {
  expect(messages.length).toBeGreaterThan(280);
  const bare = messages.filter(({ text }) => !nextStep.test(text) && !namesField.test(text));
  expect(bare.filter(({ text }) => !statusOnly.has(text))).toEqual([]);
  const used = new Set(bare.map(({ text }) => text));
  expect([...statusOnly.keys()].filter((text) => !used.has(text))).toEqual([]);
});

test("an error message without a next step is found", () => {
  const code = `const why = { a: "It is closed." }; throw new DomainError("NOT_FOUND", ok ? "Gone. Send it again." : why[key]);`;
  const found = errorMessagesIn("a.ts", code).map(({ text }) => text);
  expect(found).toEqual(["Gone. Send it again.", "It is closed."]);
  expect(found.map((text) => nextStep.test(text) || namesField.test(text))).toEqual([true, false]);
});

test("error messages have no retired word", () => {
  expect(messages.filter(({ text }) => retiredWords.test(text))).toEqual([]);
});

test("texts of the explorer, the command line and the settings have no retired word", () => {
  const texts = codePaths("router/explorer", "platform", "src/config", "src/cli").flatMap((path) =>
    textsIn(path),
  );
  expect(texts.length).toBeGreaterThan(800);
  expect(texts.filter(({ text }) => retiredWords.test(text))).toEqual([]);
  expect(textsIn("a.tsx", "const a = <p>It is told\n of <b>this</b></p>;")[0]!.text).toMatch(retiredWords);
});

const composers =
  /-mail\.job\.ts$|\/(?:notification-text|notify-owners\.service|reminders\.service|sms-keywords)\.ts$|-page\.ts$|\/hosted\//;

test("mails, public pages and pages of the sandbox have no retired word", () => {
  const paths = codePaths("subgraphs", "router/rest", "sandbox").filter((path) => composers.test(path));
  expect(paths.length).toBeGreaterThan(18);
  const texts = paths.flatMap((path) => textsIn(path));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(({ text }) => retiredWords.test(text))).toEqual([]);
});

test("every setting has a description without a retired word", () => {
  const descriptions = Object.entries(configSchema.shape).map(([name, { description }]) => [
    name,
    description,
  ]);
  expect(descriptions.filter(([, text]) => !text || text.length < 10 || retiredWords.test(text))).toEqual([]);
});

test("every error code has a cause and a fix that says what to do", () => {
  const faults = Object.keys({ ...errorStatus, INSUFFICIENT_CREDITS: 402 }).filter((code) => {
    const { cause, fix } = errorWords[code as keyof typeof errorWords];
    return cause.length < 10 || retiredWords.test(`${cause} ${fix}`) || !nextStep.test(fix);
  });
  expect(faults).toEqual([]);
});
