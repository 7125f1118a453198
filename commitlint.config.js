// Commit subjects: https://www.conventionalcommits.org. `npm run check:commits -- --from main` checks a branch.
import { readdirSync } from 'node:fs'
import { findWords } from './scripts/standard-english.ts'

const folders = (path) =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
    .map(({ name }) => name)

/** The message holds none of the words that the check of sources refuses. */
const standardEnglish = ({ raw }) => {
  const found = findWords('message', raw)
  return [found.length === 0, `write it in other words: ${found.map(({ rule, text }) => `"${rule}" in "${text}"`).join(', ')}`]
}

export default {
  plugins: [{ rules: { 'standard-english': standardEnglish } }],
  extends: ['@commitlint/config-conventional'],
  rules: {
    'standard-english': [2, 'always'],
    'scope-enum': [
      2,
      'always',
      [...folders('packages/'), ...folders('test/'), 'bench', 'ci', 'deps', 'docs', 'examples', 'scripts', 'test'],
    ],
    'header-max-length': [2, 'always', 100],
    'body-max-line-length': [0],
  },
}
