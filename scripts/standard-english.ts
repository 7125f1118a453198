// The words and turns of phrase that make a reader read twice, and what to write for them. test/architecture/standard-english.test.ts
// refuses them; `npm run english -- [PATH …]` prints the sentences.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { print } from './print.ts'

export interface WordRule {
  readonly name: string
  readonly pattern: RegExp
  /** What to write in its place. */
  readonly instead: string
}

export const wordRules: readonly WordRule[] = [
  { name: 'tell', pattern: /\b(?:tells?|told|telling)\b/gi, instead: 'prints, returns, reports, notifies, raises, passes' },
  { name: 'somebody', pattern: /\b(?:some|no|any)body\b/gi, instead: 'the user, the client, the operator, the caller, an attacker' },
  { name: 'whoever', pattern: /\b(?:who(?:so)?ever|those who)\b/gi, instead: 'the role: users who …, the caller' },
  { name: 'beside', pattern: /\bbeside\b/gi, instead: 'next to, in addition to, together with' },
  { name: 'anew', pattern: /\banew\b/gi, instead: 'again, from the start, a new …' },
  { name: 'is no', pattern: /(?<!\bthere )\b(?:is|are|was|were) (?:no(?! longer\b| more\b)|none)\b/gi, instead: 'is not a …, does not …' },
  { name: 'of its own', pattern: /\bof (?:its|their|his|her|our) own\b/gi, instead: 'its own …, separate, a dedicated …' },
  { name: 'another one', pattern: /\banother one\b/gi, instead: 'another …, with the noun' },
  {
    name: 'those of',
    pattern: /(?:^|[.:;(]\s+|\/\/ |\* )Those (?:of|that|with|whose|in|for|to)\b|\bthat of the one\b/gm,
    instead: 'the noun',
  },
  {
    name: 'answers',
    pattern: /\banswers (?:an?|every|each|what|which|whether|it|them|him)\b/gi,
    instead: 'responds with, returns',
  },
]

export interface Finding {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly text: string
}

export const repository: string = dirname(dirname(fileURLToPath(import.meta.url)))

/** The files that hold the rules and their examples, and lists that are not sentences of ours. */
const exempt = /\/standard-english(?:\.test)?\.ts$|common-passwords|\/third-party|^CHANGELOG\.md$|\.json$/

/** Every file of the repository that holds sentences: sources, tests, documents, release notes. */
export function filesWithSentences(): readonly string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(?:ts|js|mjs|md|css|html|ya?ml)$/.test(path) && !exempt.test(path) && !path.endsWith('lock.yaml'))
    .filter((path) => existsSync(join(repository, path)))
}

/**
 * Where a text departs from the rules. The words of a name in camel case count like the words of a sentence.
 *
 * @param path what the findings name; nothing is read
 */
export function findWords(path: string, text: string): readonly Finding[] {
  // One character for one character, so that lines stay what they are.
  return text.split('\n').flatMap((whole, index) => {
    const words = whole.replace(/([a-z])([A-Z])/g, '$1 $2')
    return wordRules.flatMap(({ name, pattern }) =>
      [...words.matchAll(pattern)].map(() => ({ path, line: index + 1, rule: name, text: whole.trim() })),
    )
  })
}

export function allFindings(): readonly Finding[] {
  return filesWithSentences().flatMap((path) => findWords(path, readFileSync(join(repository, path), 'utf8')))
}

if (import.meta.main) {
  const starts = process.argv.slice(2)
  const chosen = allFindings().filter(({ path }) => starts.length === 0 || starts.some((start) => path.startsWith(start)))
  for (const { path, line, rule, text } of chosen) print(`${path}:${line}: ${rule}: ${text}`)
  for (const { name, instead } of wordRules) {
    const count = chosen.filter(({ rule }) => rule === name).length
    if (count > 0) print(`${count} of "${name}". Instead: ${instead}`)
  }
}
