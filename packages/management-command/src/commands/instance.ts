// `symbolon features` and `imports`.
import type { ImportJob, ImportReport } from '@symbolon/client'
import { progressLine } from '@symbolon/command-line'
import type { instanceCommands } from '../forms/instance.ts'
import type { Block } from '../terminal/outcome.ts'
import { timeText, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { listOutcome } from './objects.ts'

/** The commands. */
export const instanceCommandsOf: Commands<typeof instanceCommands> = {
  async 'features list'({ client }) {
    const items = await client.instance.features.list()
    return listOutcome({ items, more: false }, { feature: 'name', state: ({ enabled }) => switchOf(enabled) }, 'No features.')
  },

  async 'features set'(call) {
    const feature = await call.client.instance.features.set(word(call), word(call, 1) === 'on')
    return { json: feature, blocks: [`The feature ${feature.name} is ${switchOf(feature.enabled)}.`] }
  },

  async 'imports list'(call) {
    const items = await call.client.imports.list(Math.min(200, Number(call.given.value('limit') ?? 50)))
    return listOutcome(
      { items, more: false },
      {
        id: 'jobId',
        state: 'state',
        began: 'startedAt',
        'dry run': ({ dryRun }) => (dryRun ? 'yes' : ''),
        entries: ({ progress }) => `${progress.settled} of ${progress.objects}`,
        counts: ({ counts }) => countsText(counts),
      },
      'No imports.',
    )
  },

  async 'imports show'(call) {
    const { client, given } = call
    const jobId = word(call)
    const job = given.has('follow') ? await followed(call, jobId) : await client.imports.get(jobId)
    if (!given.has('details')) return { json: job, blocks: [factsOf(job)] }
    const report = await client.imports.report(jobId)
    return { json: report, blocks: [factsOf(report), ...rowsOf(report)] }
  },
}

/** Shows how far the import is until it has ended. */
async function followed({ client }: Call, jobId: string): Promise<ImportJob> {
  const progress = progressLine()
  try {
    let last: ImportJob | undefined
    for await (const job of client.imports.follow(jobId)) {
      progress.show(`${job.progress.objects} read, ${job.progress.settled} done`)
      last = job
    }
    return last ?? (await client.imports.get(jobId))
  } finally {
    progress.end()
  }
}

function factsOf({ jobId, state, startedAt, updatedAt, source, dryRun, progress, counts, problem }: ImportJob): Block {
  return {
    facts: {
      id: jobId,
      state,
      problem: problem?.message,
      source,
      'dry run': dryRun ? 'yes' : undefined,
      began: timeText(startedAt),
      [state === 'running' || state === 'waiting' ? 'last heard of' : 'ended']: timeText(updatedAt),
      entries: `${progress.settled} of ${progress.objects}`,
      counts: countsText(counts),
    },
  }
}

function rowsOf({ errors = [], ledger = [] }: ImportReport): readonly Block[] {
  return [
    '',
    {
      columns: ['refused', 'id', 'why'],
      rows: errors.map(({ type, id, message }) => [type, id, message]),
      empty: 'Nothing was refused.',
    },
    '',
    {
      columns: ['left out', 'reason', 'advice'],
      rows: ledger.map(({ path, reason, advice }) => [path, reason, advice]),
      empty: 'Nothing was left out.',
    },
  ]
}

function countsText(counts: ImportJob['counts']): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${count} ${action}`)
    .join(', ')
}

function switchOf(enabled: boolean): 'off' | 'on' {
  return enabled ? 'on' : 'off'
}
