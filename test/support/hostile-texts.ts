// Texts on which parsers and expressions have been slow: a repeated part, and an end that matches nothing, so that a matcher that
// backtracks has as many paths as possible.

const units: readonly string[] = [
  '"',
  '\\"',
  '\\',
  '"a":',
  '"a",',
  '{',
  '[',
  '{"a":',
  '[{',
  '}',
  ']',
  ',',
  ':',
  ';',
  '=',
  '.',
  '-',
  '_',
  '+',
  '/',
  '~',
  '@',
  '%',
  '%2',
  '%00',
  '%25',
  '&',
  '&a',
  '&a=',
  ' ',
  '\t',
  ' \t',
  '\r\n',
  '0',
  '1',
  'a',
  'A',
  'aA',
  'a=',
  'a;',
  'a,',
  'a.',
  'a ',
  ' a',
  'a b ',
  'q=1;',
  'a;q=0.5,',
  '::,',
  '[::]:',
  'for=',
  '*',
  '""',
  'é',
  '\u0301\u0316',
  'e\u0301\u0316',
  '\ufdfa',
  '\u0130',
  '\u200b',
  '\u{1f600}',
  '\ud800',
  '\u202e',
  '<',
  '<b>',
  '\u0000',
]

/** @param length how long each text is at most, in the UTF-8 of a form */
export function hostileTexts(length: number): readonly string[] {
  return units.flatMap((unit) => {
    const times = Math.floor((length - 8) / Buffer.byteLength(formText(unit)))
    return [unit.repeat(times), `"${unit.repeat(times)}!`]
  })
}

/** JSON, valid or not, that is slow to read where a reader goes back, recurses, or compares each member with all others. */
export function hostileJson(length: number): readonly string[] {
  const fill = (unit: string, around = 4): string => unit.repeat(Math.floor((length - around) / Buffer.byteLength(unit)))
  const members = (name: (index: number) => string): string => {
    const list: string[] = []
    for (let size = 2, index = 0; size + name(index).length + 6 < length; index += 1) {
      list.push(`"${name(index)}":${index % 10}`)
      size += name(index).length + 5
    }
    return `{${list.join()}}`
  }
  const depth = Math.floor(length / 12)
  return [
    `{"${fill('\\"')}`,
    `{"a":"${fill('\\"', 12)}`,
    `{"${fill('\\\\')}`,
    `{"${fill('a')}`,
    `{${fill('"a')}`,
    `{${fill('"a":')}`,
    `{${fill('""')}`,
    `{"a":${fill('[')}`,
    fill('{"a":'),
    `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    `${'{"a":'.repeat(30)}"${fill('\\"', 220)}"${'}'.repeat(30)}`,
    `{"a":${fill(' ', 12)}}`,
    `{"a"${fill(' ', 12)}}`,
    `{"a":"x"${fill(' ', 12)}`,
    `{"a":[${fill('"x" ,', 12)}"x"]}`,
    `{"a":${fill('1', 12)}}`,
    `{"a":1e${fill('9', 12)}}`,
    `{"a":-0.${fill('0', 16)}1}`,
    `{"a":"${fill('\\u0301', 12)}"}`,
    `{"a":"${fill('\u0301\u0316', 12)}"}`,
    `{"a":"${fill('\ufdfa', 12)}"}`,
    members((index) => `m${index}`),
    members((index) => String((index * 16_777_216) % 4_294_967_291)),
    members(() => 'a'),
    `{"a":[${fill('{},', 12)}{}]}`,
    `[${fill('0,')}0]`,
  ]
}

/** A value in a form as an attacker writes it: nothing is encoded that may stand as it is, so that more fits in. */
export function formText(value: string): string {
  return value.replace(/[%&+#\u0000-\u001f]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** A value that may stand in a header field. https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
}

const encode = (text: string): string => Buffer.from(text).toString('base64url')

/** JWTs of at most so many characters whose header, payload, members or signature are hostile. */
export function hostileJwts(length: number): readonly string[] {
  const inner = Math.floor((length * 3) / 4) - 200
  const header = encode('{"alg":"RS256","typ":"JWT","kid":"x"}')
  return [
    ...hostileTexts(length),
    ...[...hostileJson(inner), ...hostileTexts(inner)].flatMap((text) => [
      `${encode(text)}.${encode('{"iss":"key"}')}.AAAA`,
      `${header}.${encode(text)}.AAAA`,
    ]),
    ...hostileTexts(Math.floor(inner / 2)).map((text) => `${encode(JSON.stringify({ alg: text, kid: text.slice(0, 10) }))}.e30.AAAA`),
    ...hostileTexts(Math.floor(inner / 2)).map((text) => `${header}.${encode(JSON.stringify({ iss: text }))}.AAAA`),
  ]
}

/**
 * @returns a function that gives a third of the texts, and another third at the next call. Parameters and members are read by the same few
 * parsers, and three of them get all texts between them. `SYMBOLON_TEST_LONG=1` sends every text to each.
 */
export function sharing(): (texts: readonly string[]) => readonly string[] {
  const isLong = process.env['SYMBOLON_TEST_LONG'] === '1'
  let turn = 0
  return (texts) => {
    turn += 1
    return isLong ? texts : texts.filter((_, index) => index % 3 === turn % 3)
  }
}
