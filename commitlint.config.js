// Commit subjects: https://www.conventionalcommits.org. `npm run check:commits -- --from main` checks a branch.
import { readdirSync } from 'node:fs'

const folders = (path) =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
    .map(({ name }) => name)

export default {
  extends: ['@commitlint/config-conventional'],
  rules: {
    'scope-enum': [
      2,
      'always',
      [...folders('packages/'), ...folders('test/'), 'bench', 'ci', 'deps', 'docs', 'examples', 'scripts', 'test'],
    ],
    'header-max-length': [2, 'always', 100],
    'body-max-line-length': [0],
  },
}
