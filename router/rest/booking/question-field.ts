import { escapeHtml } from "../../../src/text/html.ts";
import type { BookingText } from "./booking-text.ts";

/** A question of an intake form. */
export interface Question {
  key: string;
  label: string;
  type: string;
  required: boolean;
  options: readonly string[];
  showIf?: { key: string; equals: readonly string[] } | null;
}

/** Attributes of the inputs of one line, by the type of the question. */
const inputs = new Map([
  ["text", 'type="text" maxlength="200"'],
  ["number", 'type="number" step="any" inputmode="decimal"'],
  ["date", 'type="date"'],
  ["email", 'type="email" maxlength="254"'],
  ["phone", 'type="tel" maxlength="40"'],
]);

/** A question with its field. The name says that the answer is a part of `answers`. */
export function questionField(
  question: Question,
  id: string,
  { text, questions }: { text: BookingText; questions: readonly Question[] },
): string {
  const { key, label, showIf, required: isNeeded } = question;
  // Whether it is asked depends on an answer that is given on the same page.
  const required = isNeeded && !showIf;
  const note = showIf
    ? ` (${conditionOf(showIf, { text, questions })})`
    : required
      ? ""
      : ` (${text.say("optional")})`;
  const attributes = `id="${id}" name="answers.${escapeHtml(key)}"${required ? " required" : ""}`;
  return `<div><label for="${id}">${escapeHtml(label)}${note}</label>\n${fieldOf(question, attributes, text)}</div>`;
}

/** When a question is to be answered, in words. */
function conditionOf(
  { key, equals }: NonNullable<Question["showIf"]>,
  { text, questions }: { text: BookingText; questions: readonly Question[] },
): string {
  const earlier = questions.find((question) => question.key === key);
  const shown = equals.map((answer) => {
    if (earlier?.type !== "boolean") return escapeHtml(answer);
    return text.say(answer === "true" ? "yes" : "no");
  });
  return text.words.onlyIf
    .replace("{question}", () => escapeHtml(earlier?.label ?? key))
    .replace("{answer}", () => shown.join(" / "));
}

function fieldOf({ type, options }: Question, attributes: string, text: BookingText): string {
  if (type === "long_text") return `<textarea ${attributes} rows="3" maxlength="2000"></textarea>`;
  if (type === "boolean" || type === "choice") {
    const choices =
      type === "choice"
        ? options.map((option) => `<option value="${escapeHtml(option)}">${escapeHtml(option)}</option>`)
        : [
            `<option value="true">${text.say("yes")}</option>`,
            `<option value="false">${text.say("no")}</option>`,
          ];
    return `<select ${attributes}><option value="">${text.say("pleaseChoose")}</option>${choices.join("")}</select>`;
  }
  return `<input ${attributes} ${inputs.get(type) ?? inputs.get("text")!}>`;
}
