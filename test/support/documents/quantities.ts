/** A number with its unit in a text. */
export interface Quantity {
  /** In one unit for each kind: `240000 ms`, `4 attempts`, `30 a minute`. */
  value: string;
  /** It and the text around it. */
  context: string;
}

const WORDS: Record<number, string> = {
  0.25: 'quarter quarto',
  0.5: 'half meia meio',
  // `a` and `um` are mostly articles.
  1: 'one once an uma numa',
  2: 'two dois duas',
  3: 'three três',
  4: 'four quatro',
  5: 'five cinco',
  6: 'six seis',
  7: 'seven sete',
  8: 'eight oito',
  9: 'nine nove',
  10: 'ten dez',
  11: 'eleven onze',
  12: 'twelve doze',
  14: 'fourteen catorze',
  15: 'fifteen quinze',
  20: 'twenty vinte',
  30: 'thirty trinta',
  40: 'forty quarenta',
  50: 'fifty cinquenta',
  60: 'sixty sessenta',
  90: 'ninety noventa',
};
const NUMBERS = new Map(
  Object.entries(WORDS).flatMap(([number, words]) => words.split(' ').map((word) => [word, Number(number)] as const)),
);

/** The first that matches counts: `ten times a minute` is a rate. */
const UNITS: [unit: string, name: string, size: number][] = [
  [
    '(?<!half )(?:(?:requests|calls|times|pedidos|chamadas|vez|vezes) )?(?:in any 60 seconds|(?:a|per|por) (?:minute|minuto))',
    'a minute',
    1,
  ],
  ['ms', 'ms', 1],
  ['s|seconds?|segundos?', 'ms', 1_000],
  ['min|minutes?|minutos?|\\* (?:MINUTE_MS|60_000)', 'ms', 60_000],
  ['h|hours?|horas?', 'ms', 3_600_000],
  ['days?|dias?', 'ms', 86_400_000],
  ['attempts?|tries|tentativas?|times|vezes', 'attempts', 1],
  ['characters?|caracteres', 'characters', 1],
  ['KB', 'KB', 1],
];

// `once` is a number in `once a day` only.
const WORD = [...NUMBERS.keys()].map((word) => (word === 'once' ? 'once(?= an? |$)' : word)).join('|');
const NUMBER = `(?:\\d+(?:[.,]\\d+)*|(?:${WORD})\\b)`;
// Between number and unit is at most one word: `four failed attempts`, `quarto de hora`; `of an` is the exception.
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\d.,$€_-])(?!(?:an|uma|numa)\\b(?! ho| vez por))(?<numbers>${NUMBER}(?:(?:, | and | or | to | e | ou | a )${NUMBER})*)(?:[ -]|(?<=quarter) of an | \\p{L}+ )` +
    `(?:${UNITS.map(([unit], index) => `(?<u${index}>${unit})`).join('|')})(?![\\p{L}\\d_])`,
  'giu',
);
/** Options of the demo receiver, minutes of the movable clock. */
const OPTIONS = /--(?:fail|delay) \d+|\badvance \d+m\b/g;

function numberOf(number: string): number {
  // A comma before three digits groups thousands; any other is the Portuguese decimal point.
  const digits = number.replace(/,(?=\d{3}\b)/g, '').replace(',', '.');
  return NUMBERS.get(number.toLowerCase()) ?? Number(digits);
}

/** The quantities of a text in English or Portuguese, in order; a list such as `5, 10 and 20 minutes` has several. */
export function quantitiesIn(document: string): Quantity[] {
  const text = document.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
  const quantities = [...text.matchAll(QUANTITY)].flatMap(({ index, 0: found, groups = {} }) => {
    const [, name, size] = UNITS.find((_, unit) => groups[`u${unit}`] !== undefined) ?? ['', '', 0];
    const context = text.slice(Math.max(0, index - 30), index + found.length + 20);
    const numbers = groups.numbers?.match(new RegExp(NUMBER, 'gi')) ?? [];
    return numbers.map((number) => ({
      value: `${Number((numberOf(number) * size).toFixed(3))} ${name}`,
      context,
      index,
    }));
  });
  const options = [...text.matchAll(OPTIONS)].map(({ index, 0: value }) => ({ value, context: value, index }));
  // Once, twice and two attempts are no limit of anything.
  return [...quantities, ...options]
    .filter(({ value }) => value !== '1 attempts' && value !== '2 attempts')
    .sort((a, b) => a.index - b.index);
}
