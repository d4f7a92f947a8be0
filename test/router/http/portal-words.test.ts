import { expect, test } from "vitest";
import { german as germanBooking } from "../../../router/rest/booking/words-de.ts";
import { english as englishBooking } from "../../../router/rest/booking/words-en.ts";
import { spanish as spanishBooking } from "../../../router/rest/booking/words-es.ts";
import { french as frenchBooking } from "../../../router/rest/booking/words-fr.ts";
import { portuguese as portugueseBooking } from "../../../router/rest/booking/words-pt.ts";
import { german } from "../../../router/rest/portal/words-de.ts";
import { english } from "../../../router/rest/portal/words-en.ts";
import { spanish } from "../../../router/rest/portal/words-es.ts";
import { french } from "../../../router/rest/portal/words-fr.ts";
import { portuguese } from "../../../router/rest/portal/words-pt.ts";

const placeholders = (text: string) => (text.match(/\{[a-z]+\}/g) ?? []).toSorted();

test.each(Object.entries({ german, spanish, french, portuguese }))(
  "pages of clients in %s have the placeholders of the English ones",
  (_language, words) => {
    const of = (texts: Record<string, string>) =>
      Object.entries(texts).map(([name, text]) => [name, placeholders(text)]);
    expect(of(words)).toEqual(of(english));
    expect(Object.values(words)).not.toContain("");
  },
);

test.each(Object.entries({ germanBooking, spanishBooking, frenchBooking, portugueseBooking }))(
  "pages on which customers book in %s have the placeholders of the English ones",
  (_language, words) => {
    const of = (texts: Record<string, string>) =>
      Object.entries(texts).map(([name, text]) => [name, placeholders(text)]);
    expect(of(words)).toEqual(of(englishBooking));
    expect(Object.values(words)).not.toContain("");
  },
);
