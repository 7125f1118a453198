// The form of a name in which names that look alike are equal. https://www.unicode.org/reports/tr39/#Confusable_Detection
// The table holds the letters of Cyrillic, Greek and Armenian, and the digits, whose capital or small form is drawn like a letter of Latin: the
// whole data of the report also joins letters that readers do not confuse in a name.

/** Each group: the letters that are drawn like the last one. */
const drawnLike: readonly string[] = [
  'аαɑａa',
  'вβb',
  'сϲc',
  'ԁd',
  'еєεеe',
  'ғf',
  'ɡg',
  'һнηհh',
  'іıιӏ1|li',
  'јϳj',
  'кκk',
  'мμm',
  'пոn',
  'оοօσ0o',
  'рρp',
  'ԛգq',
  'гr',
  'ѕs',
  'тτt',
  'սυцu',
  'ѵνv',
  'ԝωw',
  'хχx',
  'уүγy',
  'ζz',
]

const likeness: ReadonlyMap<string, string> = new Map(
  drawnLike.flatMap((group) => {
    const letters = [...group]
    const last = letters.at(-1) ?? ''
    return letters.slice(0, -1).map((letter) => [letter, last] as const)
  }),
)

/** What draws nothing, and what separates words. Marks stay out, because an accent is easily missed. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{M}\p{P}\p{Z}\p{C}]/gu

/**
 * @param name of an organization
 * @returns the name without case, accents, spaces and punctuation, and with letters of one alphabet in the place of those that look like them
 */
export function nameSkeleton(name: string): string {
  const folded = name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD')
  return [...folded.replace(unseen, '')].map((letter) => likeness.get(letter) ?? letter).join('')
}
