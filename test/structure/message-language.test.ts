import { expect, test } from "vitest";
import { errorWords } from "../../router/explorer/data/error-words.ts";
import { configSchema } from "../../src/config/config-schema.ts";
import { errorStatus } from "../../src/errors.ts";
import { messagesOf, readSources } from "./message-flow.ts";
import { codePaths, textsIn } from "./message-texts.ts";
import { retiredWords } from "./retired-words.ts";

// The OpenAPI document has schemas with properties named `message` and `rule`.
const paths = codePaths("src", "router", "platform", "subgraphs").filter(
  (path) => !path.startsWith("router/openapi/"),
);
const { errors: messages, faults: faultMessages } = messagesOf(readSources(paths));

const imperatives = `
  accept add amend approve archive ask buy call change check choose claim close complete connect contact
  continue correct create delete deliver enable end enter export file find fix follow get import increase list
  make map mark move name open order pass post publish read record reduce refuse remind remove rename reopen
  repeat request restore reverse revoke round save search see send set show sign solve split start subscribe try undo
  update upgrade use wait write
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
  [
    "The no-show was marked more than 24 hours ago. It can no longer be corrected.",
    "No request can change it.",
  ],
  ["The discount must be between 0 and the sum of the lines.", "The message is the bound of the discount."],
]);

test("error messages name a next step, a field or a value", () => {
  expect(messages.length).toBeGreaterThan(350);
  const bare = messages.filter(({ text }) => !nextStep.test(text) && !namesField.test(text));
  expect(bare.filter(({ text }) => !statusOnly.has(text))).toEqual([]);
  const used = new Set(bare.map(({ text }) => text));
  expect([...statusOnly.keys()].filter((text) => !used.has(text))).toEqual([]);
});

// "startDate: must be before endDate": the message continues the name of the field.
const predicate =
  /^(?:must|can(?:not)?|is|are|was|were|has|have|do(?:es)?|needs|may|already|belongs|contains|requires|\$\{\}) /;
const saysWhatToDo = (text: string) => /\bmust\b/.test(text) || nextStep.test(text) || namesField.test(text);
const isFaultMessage = (text: string) =>
  predicate.test(text) || (/^[A-Z].*\.$/.test(text) && saysWhatToDo(text));

test("messages of field faults are predicates of the field, or sentences that say what to do", () => {
  expect(faultMessages.length).toBeGreaterThan(350);
  expect(faultMessages.filter(({ text }) => !isFaultMessage(text))).toEqual([]);
  const wrong = ["or to is required", "The month is wrong.", "times pageSize is at most 10"];
  expect(wrong.map(isFaultMessage)).toEqual([false, false, false]);
});

test("messages are found through constants, conditions, parameters of functions and methods, and imports", () => {
  const sources = new Map([
    [
      "a/errors.ts",
      `export const conflict = (id, message) => new DomainError("DUPLICATE", message, { id });
       export function stateConflict(message) { return conflict("1", message); }
       export class Faults { put(path, message, rule) { this.list.push({ path, message, rule }); } }`,
    ],
    [
      "b/use.ts",
      `import { stateConflict as refuse } from "../a/errors.ts";
       const why = { a: "It is closed." };
       throw new DomainError("NOT_FOUND", ok ? "Gone. Send it again." : why[key]);
       throw refuse("It has ended.");
       faults.put("name", "is too long", "length");
       const message = "is wrong"; const other = [{ path: "x", message, rule: "y" }];`,
    ],
  ]);
  const { errors, faults: found } = messagesOf(sources);
  expect(errors.map(({ text }) => text)).toEqual(["Gone. Send it again.", "It is closed.", "It has ended."]);
  expect(errors.map(({ text }) => saysWhatToDo(text))).toEqual([true, false, false]);
  expect(found.map(({ text }) => text).sort()).toEqual(["is too long", "is wrong"]);
});

test("messages of errors and faults have no retired word", () => {
  expect([...messages, ...faultMessages].filter(({ text }) => retiredWords.test(text))).toEqual([]);
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
  const files = codePaths("subgraphs", "router/rest", "sandbox").filter((path) => composers.test(path));
  expect(files.length).toBeGreaterThan(18);
  const texts = files.flatMap((path) => textsIn(path));
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
