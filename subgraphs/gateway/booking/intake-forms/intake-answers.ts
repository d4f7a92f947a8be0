import { isEmail } from "class-validator";
import type { FieldFault } from "../../../../src/errors.ts";
import type { IntakeQuestion } from "./intake-forms.types.ts";

/** An answer as it is stored. */
export type Answer = string | number | boolean;

const maxLength = { text: 200, long_text: 2_000, choice: 100, date: 10, email: 254, phone: 40 } as const;
const phonePattern = /^[+0-9][0-9 ()./-]{2,39}$/;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const numberPattern = /^-?\d{1,15}(\.\d{1,10})?$/;

/**
 * Answers to a form in their types, and what is wrong with them. Forms send texts: those of numbers and of yes and no are read.
 * What is blank counts as not answered, and an answer to a question that is not asked is ignored.
 */
export function readAnswers(
  questions: readonly IntakeQuestion[],
  given: Readonly<Record<string, unknown>>,
): { answers: Record<string, Answer>; faults: FieldFault[] } {
  const answers = Object.create(null) as Record<string, Answer>;
  const faults: FieldFault[] = [];
  const fault = (key: string, message: string, rule: string) =>
    faults.push({ path: `answers.${key}`, message, rule });
  const byKey = new Map(questions.map((question) => [question.key, question]));
  for (const key of Object.keys(given))
    if (!byKey.has(key)) fault(key.slice(0, 40), "is not a question of the form", "unknown");
  for (const question of questions) {
    const { key, required } = question;
    if (!isAsked(question, answers)) continue;
    const value = Object.hasOwn(given, key) ? given[key] : null;
    if (value === null || value === undefined || (typeof value === "string" && value.trim() === "")) {
      if (required) fault(key, "must be answered", "required");
      continue;
    }
    const answer = readAnswer(question, value);
    if (answer === null) fault(key, wanted(question), "type");
    else answers[key] = answer;
  }
  return { answers: { ...answers }, faults };
}

/** Whether a question is asked after the answers to those before it. */
function isAsked({ showIf }: IntakeQuestion, answers: Readonly<Record<string, Answer>>): boolean {
  if (!showIf) return true;
  const earlier = answers[showIf.key];
  return earlier !== undefined && showIf.equals.includes(String(earlier));
}

/** The answer in the type of its question; null when it is of another one. */
function readAnswer({ type, options }: IntakeQuestion, value: unknown): Answer | null {
  if (type === "boolean") {
    if (value === true || value === "true") return true;
    return value === false || value === "false" ? false : null;
  }
  if (type === "number") {
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    return typeof value === "string" && value.length <= 30 && numberPattern.test(value.trim())
      ? Number(value)
      : null;
  }
  if (typeof value !== "string" || value.length > maxLength[type]) return null;
  const text = value.trim();
  switch (type) {
    case "text":
      return /[\r\n]/.test(text) ? null : text;
    case "long_text":
      return text;
    case "choice":
      return options.includes(value) ? value : null;
    case "date":
      return datePattern.test(text) && isDate(text) ? text : null;
    case "email":
      return isEmail(text) ? text : null;
    case "phone":
      return phonePattern.test(text) ? text : null;
  }
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function wanted({ type, options }: IntakeQuestion): string {
  switch (type) {
    case "boolean":
      return "must be true or false";
    case "number":
      return "must be a number";
    case "text":
      return "must be one line of up to 200 characters";
    case "long_text":
      return "must be a text of up to 2,000 characters";
    case "choice":
      return `must be one of ${options.join(", ")}`;
    case "date":
      return "must be a date as YYYY-MM-DD";
    case "email":
      return "must be an e-mail address";
    case "phone":
      return "must be a phone number";
  }
}
