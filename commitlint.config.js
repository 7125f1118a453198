// Commit subjects: https://www.conventionalcommits.org. `npm run check:commits -- --from main` checks a branch.
import { readdirSync } from 'node:fs'

const packages = readdirSync(new URL('packages/', import.meta.url)).filter((name) => !name.startsWith('.'))

export default {
  extends: ['@commitlint/config-conventional'],
  rules: {
    'scope-enum': [2, 'always', [...packages, 'bench', 'ci', 'deps', 'docs', 'examples', 'scripts', 'test']],
    'header-max-length': [2, 'always', 100],
    'body-max-line-length': [0],
  },
}
