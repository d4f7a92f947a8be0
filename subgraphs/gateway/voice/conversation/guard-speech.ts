import { foldSpeech } from "../scripts/dialogue.ts";

/** Longest text of one reply; a person on the phone remembers no more. */
const maxSpoken = 600;

/** Said in place of a text with a number that must not be spoken. */
const withheldNumber = "I cannot say numbers of that kind on the phone.";
/** Said in place of a text that denies what the agent is. */
const aiAnswer = "I am an AI assistant.";

const digitWords: Readonly<Record<string, string>> = {
  zero: "0",
  oh: "0",
  o: "0",
  nought: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
};
const repeated: Readonly<Record<string, number>> = { double: 2, triple: 3 };

/**
 * True for a text with the digits of a tax number (9) or of a card (12 to 19, as they are cut or misspelled), written or
 * spelled in English words, whatever stands between them. Phone numbers have 7, 8, 10 or 11 digits. One pass.
 */
export function saysPrivateNumber(text: string): boolean {
  let count = 0;
  let times = 1;
  for (const word of foldSpeech(text).split(" ")) {
    if (Object.hasOwn(repeated, word)) {
      times = repeated[word]!;
      continue;
    }
    const digits = /^\d+$/.test(word) ? word.length : Object.hasOwn(digitWords, word) ? 1 : 0;
    if (digits === 0 && count > 0) {
      if (isPrivate(count)) return true;
      count = 0;
    }
    count += digits * times;
    times = 1;
  }
  return isPrivate(count);
}

function isPrivate(digits: number): boolean {
  return digits === 9 || digits >= 12;
}

const denials = [
  "i am a human",
  "i am human",
  "im human",
  "im a human",
  "i am a real person",
  "im a real person",
  "i am a person",
  "im a person",
  "i am not an ai",
  "im not an ai",
  "i am not a robot",
  "im not a robot",
  "i am not a machine",
  "im not a machine",
];

/**
 * What may be spoken of a model's text: no card or tax numbers, no claim to be a person, no markup, and not too long. The
 * rules hold whatever the prompt and the conversation say.
 */
export function guardSpeech(text: string): string {
  const plain = text
    .replaceAll(/[*_#`<>[\]{}|\\]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (saysPrivateNumber(plain)) return withheldNumber;
  const folded = ` ${foldSpeech(plain)} `;
  if (denials.some((phrase) => folded.includes(` ${phrase} `))) return aiAnswer;
  if (plain.length <= maxSpoken) return plain;
  const cut = plain.slice(0, maxSpoken);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("? "), cut.lastIndexOf("! "));
  return end > 0 ? cut.slice(0, end + 1) : cut;
}
