/** Stop words. */
const stopWords = new Set(
  (
    "a an the this that these those my our your his her their its me us him them i we you he she they it is are was were be been am " +
    "do does did doing to of for in on at by with from into onto and or but so as if then than too very just only please can could " +
    "would should will shall may might must have has had let some any all each every both which what who whom whose when where why " +
    "how there here not no yes up out off over again now s t re ve ll d m dont doesnt didnt isnt hasnt havent want need like about me " +
    "somebody someone something anybody anything everybody people person thing one two three four five six seven eight nine ten " +
    "twelve twenty thirty forty fifty hundred thousand dollar dollars buck bucks cent cents okay please really well lot"
  ).split(" "),
);

/** Words that may occur inside a phrase without changing it: call (him) back, sign (somebody) up. */
const fillers = new Set(
  "a an the this that these those my our your his her their its me us him them it some any somebody someone people".split(
    " ",
  ),
);

/** The stems of all tokens, without those that may occur inside a phrase. */
export function phraseWordsOf(text: string): string[] {
  return tokensOf(text)
    .filter((token) => !fillers.has(token))
    .map(stem);
}

/** The stems of a text's words in order, lower case, without stop words. */
export function wordsOf(text: string): string[] {
  return tokensOf(text)
    .filter((token) => !stopWords.has(token))
    .map(stem);
}

/** All tokens of a text in order, as they are. */
export function tokensOf(text: string): string[] {
  return (
    text
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/['’]s\b/g, "")
      .replaceAll(/[\u0300-\u036f'’]/g, "")
      .match(/[a-z0-9]+/g) ?? []
  );
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/(ss|us|is)$/, "$1"],
  [/ies$/, "y"],
  [/(sh|ch|x|z|ss)es$/, "$1"],
  [/s$/, ""],
];

const irregular: Readonly<Record<string, string>> = {
  paid: "pay",
  sent: "send",
  sold: "sell",
  bought: "buy",
  said: "say",
  made: "make",
  spent: "spend",
  gave: "give",
  given: "give",
  told: "tell",
  wrote: "write",
  written: "write",
  taken: "take",
  took: "take",
  began: "begin",
  left: "left",
  owing: "owe",
  men: "man",
  people: "person",
  children: "child",
  mice: "mouse",
  taxes: "tax",
  analyse: "analyz",
  analyze: "analyz",
  analysis: "analyz",
  dying: "die",
  won: "win",
  lost: "lose",
  went: "go",
  gone: "go",
  held: "hold",
  kept: "keep",
  knew: "know",
  rang: "ring",
  ran: "run",
  running: "run",
  invoicing: "invoice",
  agreed: "agree",
  guaranteed: "guarantee",
  approval: "approve",
  arrival: "arrive",
  refusal: "refuse",
  removal: "remove",
  renewal: "renew",
  withdrawal: "withdraw",
  cancellation: "cancel",
  overpaid: "overpay",
  broke: "break",
  broken: "break",
  brought: "bring",
  built: "build",
  came: "come",
  chose: "choose",
  chosen: "choose",
  drew: "draw",
  drawn: "draw",
  drove: "drive",
  driven: "drive",
  fell: "fall",
  fallen: "fall",
  forgot: "forget",
  forgotten: "forget",
  found: "find",
  got: "get",
  heard: "hear",
  hung: "hang",
  lent: "lend",
  meant: "mean",
  met: "meet",
  rode: "ride",
  saw: "see",
  seen: "see",
  shown: "show",
  spoke: "speak",
  spoken: "speak",
  stole: "steal",
  stolen: "steal",
  stuck: "stick",
  threw: "throw",
  thrown: "throw",
  understood: "understand",
  undid: "undo",
  undone: "undo",
  withdrew: "withdraw",
  withdrawn: "withdraw",
};

/** One form for the forms of an English word. Not a dictionary's: equal words only have to come out equal. */
export function stem(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known) return known === word ? word : stem(known);
  if (word.length < 4 || /\d/.test(word))
    return word.length > 2 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  let form = word;
  for (const [ending, replacement] of endings) {
    if (!ending.test(form)) continue;
    form = form.replace(ending, replacement);
    break;
  }
  if (form.endsWith("ing") && /[aeiouy]/.test(form.slice(0, -3)) && form.length > 5)
    form = undouble(form.slice(0, -3));
  else if (/[^e]ed$/.test(form) && /[aeiouy]/.test(form.slice(0, -3)) && form.length > 4)
    form = undouble(form.slice(0, -2));
  form = form.replace(/(isation|ization)$/, "ize").replace(/ise$/, "ize");
  if (form.length > 6)
    form = form
      .replace(/(ation|ition)$/, "at")
      .replace(/ement$/, "e")
      .replace(/ly$/, "");
  if (form.length > 5) form = form.replace(/ll$/, "l").replace(/([cp])tion$/, "$1t");
  return form.replace(/e$/, "").replace(/([^aeiou])y$/, "$1i");
}

/** `planned` is `plan`, `called` is `call`. */
function undouble(form: string): string {
  return /([bdgmnprt])\1$/.test(form) ? form.slice(0, -1) : form;
}
