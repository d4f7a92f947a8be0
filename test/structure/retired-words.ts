/** Words that docs/glossary.md retires, and turns of phrase that stand for a noun. */
export const retiredWords =
  /\b(told|tells?|heard|hears?|dear(?:er)?|whoever|(?:is|are) gone|be had|laps(?:es?|ed)|judged?|judgement|strangers?|wallet|by (?:them|it)selves|for nothing|what of it|who comes|at hand)\b/i;
