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
  job: ['if', 'needs', 'runs-on', 'timeout-minutes', 'permissions', 'steps'],
  step: ['name', 'uses', 'run', 'with', 'env'],
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
        if (step.uses !== undefined) assert.match(step.uses, /^[\w-]+\/[\w-]+@v\d+$/)
        const texts = [step.run ?? '', ...Object.values(step.with ?? {}).map(String)]
        for (const [, script = ''] of texts.join('\n').matchAll(/npm run ([\w:-]+)/g)) assert.ok(script in scripts, `${file}: ${script}`)
      }
    }
  }
})

test('a workflow may read, and only the release may write and say where a package was built', () => {
  for (const file of files) {
    const { permissions, jobs } = read(file)
    assert.deepEqual(permissions, { contents: 'read' }, file)
    for (const [name, job] of Object.entries(jobs)) {
      if (name !== 'release') assert.equal(job.permissions, undefined, `${file} ${name}`)
    }
  }
  const { release } = read('.github/workflows/release.yml').jobs
  assert.deepEqual(release?.permissions, { contents: 'write', 'pull-requests': 'write', 'id-token': 'write' })
  const publishing = release?.steps.find(({ uses }) => uses?.startsWith('changesets/action@') === true)
  assert.deepEqual([publishing?.with?.['version'], publishing?.with?.['publish']], ['npm run release:version', 'npm run release:publish'])
  // https://docs.npmjs.com/generating-provenance-statements
  assert.equal(publishing?.env?.['NPM_CONFIG_PROVENANCE'], 'true')
})
