// `npm run bench:migration [-- --users 1000000] [--orgs 10] [--step NAME …] [--write]`: the speed of migrations, and their effect on other requests.
// The results are written when all steps were run, or with --write.
import { v1ExportStream } from '@symbolon/test-kit'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { start } from './measured-process.ts'
import { header, line, writeResults } from './results.ts'
import { steps } from './steps.ts'
import type { StepResult } from './steps.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    orgs: { type: 'string', default: '10' },
    step: { type: 'string', multiple: true },
    write: { type: 'boolean' },
  },
})
const orgs = Number(values.orgs)
const users = Math.floor(Number(values.users) / orgs) * orgs
if (!(orgs >= 1 && users >= orgs)) throw new TypeError('--users and --orgs are numbers, and no organization is empty')
const names = values.step ?? Object.keys(steps)
const write = values.write ?? values.step === undefined

const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
try {
  const file = join(directory, 'export.json')
  await pipeline(Readable.from(v1ExportStream({ orgs, humanUsers: users / orgs, machineUsers: 10 })), createWriteStream(file))
  const installing = start({ file: 'install.ts', args: [directory] })
  await installing.ended
  const command = installing.output().trim()
  const idle = start({ file: 'idle.ts' })
  const storage = start({ file: 'bucket.ts', args: [file] })
  await storage.said('\n')
  const results: Record<string, StepResult> = {}
  console.log(header)
  try {
    for (const name of names) {
      const step = steps[name]
      if (step === undefined) throw new TypeError(`--step is one of: ${Object.keys(steps).join('; ')}`)
      const result = await step({ users, file, directory, command, bucket: storage.output().trim() })
      results[name] = result
      console.log(line([name, result]))
    }
    const { longestStall } = await idle.read()
    if (write) await writeResults({ users, orgs, inputBytes: (await stat(file)).size, longestStallOfIdle: longestStall, results })
  } finally {
    await Promise.all([storage.stop(), idle.stop()])
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
