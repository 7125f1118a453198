// The workflows of the repository: what they run exists, they may do no more than they need, and what is published says where it was built.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { root } from './sources.ts'

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

interface Job {
  readonly 'runs-on': string
  readonly 'timeout-minutes': number
  readonly environment?: string
  readonly if?: string
  readonly needs?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const files = globSync('.github/workflows/*.yml', { cwd: root })
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> }
const read = (file: string): Workflow => parse(readFileSync(join(root, file), 'utf8')) as Workflow

// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax
const known = {
  workflow: ['name', 'on', 'permissions', 'concurrency', 'jobs'],
  job: ['if', 'needs', 'runs-on', 'timeout-minutes', 'environment', 'outputs', 'permissions', 'steps'],
  step: ['id', 'name', 'uses', 'run', 'with', 'env'],
}

function assertKnown(value: object, names: readonly string[], where: string): void {
  assert.deepEqual(
    Object.keys(value).filter((name) => !names.includes(name)),
    [],
    where,
  )
}

test('every step of every workflow is well formed, and runs a script that there is', () => {
  assert.ok(files.length > 1)
  for (const file of files) {
    const workflow = read(file)
    assertKnown(workflow, known.workflow, file)
    for (const [name, job] of Object.entries(workflow.jobs)) {
      assertKnown(job, known.job, `${file} ${name}`)
      assert.ok(job['timeout-minutes'] <= 45, `${file} ${name}`)
      for (const step of job.steps) {
        assertKnown(step, known.step, `${file} ${name}`)
        assert.ok((step.uses === undefined) !== (step.run === undefined), `${file} ${name}`)
        if (step.uses !== undefined) assert.match(step.uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/, 'a tag can be moved to other code')
        const texts = [step.run ?? '', ...Object.values(step.with ?? {}).map(String)]
        for (const [, script = ''] of texts.join('\n').matchAll(/npm run ([\w:-]+)/g)) assert.ok(script in scripts, `${file}: ${script}`)
      }
    }
  }
})

test('an action is pinned to one commit everywhere, with the version that it is', () => {
  const pins = files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/uses: (\S+)@(\S+)(.*)$/gm)])
  assert.ok(pins.length > 8)
  const commits = new Map<string, string>()
  for (const [, action = '', commit = '', comment = ''] of pins) {
    assert.match(comment, /^ # v\d+\.\d+\.\d+$/, action)
    assert.equal(commits.get(action) ?? commit, commit, action)
    commits.set(action, commit)
  }
})

test('a workflow may read, and each job of the release may do no more than it needs', () => {
  for (const file of files) {
    const { permissions, jobs } = read(file)
    assert.deepEqual(permissions, { contents: 'read' }, file)
    if (file.endsWith('release.yml')) continue
    for (const [name, job] of Object.entries(jobs)) assert.equal(job.permissions, undefined, `${file} ${name}`)
  }
  const { jobs } = read('.github/workflows/release.yml')
  assert.deepEqual(Object.fromEntries(Object.entries(jobs).map(([name, { permissions }]) => [name, permissions])), {
    check: undefined,
    version: { contents: 'write', 'pull-requests': 'write' },
    publish: { contents: 'read', 'id-token': 'write' },
    tag: { contents: 'write' },
  })
})

test('npm trusts the identity of the job that publishes: it has no token, and runs the build and nothing else', () => {
  const file = '.github/workflows/release.yml'
  assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /NPM_TOKEN|NODE_AUTH_TOKEN/)
  const { check, publish, version } = read(file).jobs
  assert.deepEqual(
    publish?.steps.flatMap(({ run }) => run ?? []),
    ['npm run build', 'npm run release:publish'],
  )
  // https://docs.npmjs.com/generating-provenance-statements
  assert.equal(publish?.steps.at(-1)?.env?.['NPM_CONFIG_PROVENANCE'], 'true')
  assert.deepEqual([publish?.needs, version?.needs], ['version', 'check'])
  assert.ok(check?.steps.some(({ run }) => run === 'npm run check'))
  const collecting = version?.steps.find(({ uses }) => uses?.startsWith('changesets/action@') === true)
  assert.deepEqual([collecting?.with?.['version'], collecting?.with?.['publish']], ['npm run release:version', undefined])
})
