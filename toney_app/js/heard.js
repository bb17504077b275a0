// Recognises plain words of danger in the page: a small twin of coaching/safety/screen.py.
//
// It reads plain words only, hears less than the server, and never says more than "show help".

const LOOK_BACK = 48;
// Made once for each language, or list of them.
const once = (make) => {
  const made = new WeakMap();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key);
  };
};
const compiled = once((language) => ({
  idioms: new RegExp(` (?:${language.idioms})`, "g"),
  negation: new RegExp(` (?:${language.negation})$`),
  lowering: Object.fromEntries(Object.entries(language.lowering).map(
    ([name, source]) => [name, new RegExp(` (?:${source})`)],
  )),
  rules: language.rules.map((rule) => ({ ...rule, any: new RegExp(` (?:${rule.any})`, "g") })),
}));
const spellings = once((languages) => ({
  readings: Object.assign({}, ...languages.map((language) => language.readings)),
  pairs: Object.entries(Object.assign({}, ...languages.map((language) => language.pairs)))
    .map(([pair, one]) => [new RegExp(`(?<![a-z])${pair}(?![a-z])`, "g"), one]),
}));
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f\ufe0f]+/g, "")
  .replace(/['`\u2018\u2019\u02bc\u00b4\u200b-\u200d\u2060\ufeff\u00ad]+/g, "")
  .toLowerCase()
  .replace(/[.!?;:\u2026]+(?=\s|$)|[.!?;:\u2026]*[\n\r]\s*/g, " \n ")
  .replace(/[^a-z0-9\n]+/g, " ").replace(/([a-z])\1{2,}/g, "$1").replaceAll("\n", ".");
const words = (text, languages) => {
  const { readings, pairs } = spellings(languages);
  const read = (word) => Object.hasOwn(readings, word) ? readings[word] : word;
  let line = plain(text).split(" ").map(read).join(" ");
  for (const [pair, one] of pairs) line = line.replace(pair, one);
  return ` . ${line.split(/\s+/).filter(Boolean).join(" ")} . `;
};
const spans = (pattern, line) => [...line.matchAll(pattern)].map(
  ({ 0: found, index }) => [index + 1, index + found.length],
);
const sentence = (line, [first, last]) => {
  const end = line.indexOf(" . ", last - 1);
  return line.slice(Math.max(0, line.lastIndexOf(" . ", first - 1)), end < 0 ? undefined : end + 1);
};
const found = (line, language) => {
  const { idioms, negation, lowering, rules } = compiled(language);
  const masks = spans(idioms, line);
  const isMasked = ([first, last]) => masks.some(([from, to]) => from < last && to > first);
  const isMeant = (rule, span) => !isMasked(span)
    && !rule.loweredBy.some((name) => lowering[name].test(sentence(line, span)))
    && !(rule.negatable && negation.test(line.slice(Math.max(0, span[0] - LOOK_BACK), span[0])));
  return rules.filter((rule) => spans(rule.any, line).some((span) => isMeant(rule, span)))
    .map((rule) => rule.category);
};
// The category that leads when several are named, in this order.
const ORDER = ["suicidality", "harm_to_others", "self_harm", "domestic_economic_abuse"];
export const heard = (languages, text) => {
  const line = words(text, languages);
  const named = languages.flatMap((language) => found(line, language));
  return ORDER.find((category) => named.includes(category)) ?? "";
};
