import { expect, test } from "vitest";
import { readAnswers } from "../../../subgraphs/gateway/booking/intake-forms/intake-answers.ts";
import type { IntakeQuestion } from "../../../subgraphs/gateway/booking/intake-forms/intake-forms.types.ts";
import { bookingText } from "../../../router/rest/booking/booking-text.ts";
import { questionField } from "../../../router/rest/booking/question-field.ts";

const question = (key: string, fields: Partial<IntakeQuestion> = {}): IntakeQuestion => ({
  key,
  label: `${key}?`,
  type: "text",
  required: false,
  options: [],
  showIf: null,
  ...fields,
});
const form = [
  question("allergies", { type: "boolean", required: true }),
  question("which", { required: true, showIf: { key: "allergies", equals: ["true"] } }),
  question("doctor", { required: true, showIf: { key: "which", equals: ["nuts", "milk"] } }),
];

test("a question is needed only after the answers that it depends on", () => {
  expect(readAnswers(form, { allergies: false })).toEqual({ answers: { allergies: false }, faults: [] });
  const needed = readAnswers(form, { allergies: "true" });
  expect(needed.faults).toEqual([{ path: "answers.which", message: "must be answered", rule: "required" }]);
  expect(readAnswers(form, { allergies: "true", which: "dust" }).faults).toEqual([]);
  expect(readAnswers(form, { allergies: true, which: "nuts" }).faults.map(({ path }) => path)).toEqual([
    "answers.doctor",
  ]);
});

test("an answer to a question that is not asked is ignored, whatever it is, and what depends on it is not asked", () => {
  const given = { allergies: "false", which: "nuts", doctor: 7 };
  expect(readAnswers(form, given)).toEqual({ answers: { allergies: false }, faults: [] });
});

test("the page says when a question is to be answered, and does not demand it", () => {
  const text = bookingText("de-DE");
  const field = questionField(form[1]!, "question-1", { text, questions: form });
  expect(field).toContain("which? (nur wenn „allergies?“ Ja ist)");
  expect(field).not.toContain("required");
  expect(questionField(form[0]!, "question-0", { text, questions: form })).toContain(" required");
});
