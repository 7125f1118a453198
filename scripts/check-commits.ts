// Checks commit messages: the subjects by commitlint, and that a commit which changes more than three files says why in its body.
// `npm run check:commits -- --from main` checks a branch.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repository } from './standard-english.ts'
import { print } from './print.ts'

/** A change of more files than this needs a body. */
const filesWithoutBody = 3

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()

const args = process.argv.slice(2)
const subjects = spawnSync(process.execPath, [join(repository, 'node_modules/@commitlint/cli/cli.js'), ...args], {
  cwd: repository,
  stdio: 'inherit',
})
const withoutReason = commitsBetween(valueOf('--from'), valueOf('--to') ?? 'HEAD').filter(lacksBody)
for (const commit of withoutReason) {
  print(`${git('log', '-1', '--format=%h %s', commit)}: more than ${filesWithoutBody} files change, and the body does not say why.`)
}
process.exitCode = subjects.status === 0 && withoutReason.length === 0 ? 0 : 1

function valueOf(option: string): string | undefined {
  const index = args.indexOf(option)
  return index === -1 ? undefined : args[index + 1]
}

function commitsBetween(from: string | undefined, to: string): readonly string[] {
  if (from === undefined) return []
  return git('rev-list', '--no-merges', `${from}..${to}`)
    .split('\n')
    .filter((commit) => commit !== '')
}

function lacksBody(commit: string): boolean {
  const files = git('show', '--format=', '--name-only', commit).split('\n').length
  return files > filesWithoutBody && git('log', '-1', '--format=%b', commit) === ''
}
