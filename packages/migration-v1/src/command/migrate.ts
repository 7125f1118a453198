// Input to output. The document and the report are completed in a private folder and get their names only then.

import { progressLine } from '@symbolon/command-line'
import { createReadStream, createWriteStream, fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { convertPieces } from '../convert/convert-v1-stream.ts'
import { readOrgHeads } from '../convert/read-org-heads.ts'
import type { OrgHead } from '../convert/read-org-heads.ts'
import { createSignInForecasts } from '../convert/sign-in-forecasts.ts'
import { V1InputError } from '../input/v1-input-error.ts'
import { createTally } from '../ledger/report.ts'
import type { Counts, Report } from '../ledger/report.ts'
import { fileProblem } from './command-error.ts'
import { createDocumentWriter } from './document-writer.ts'
import { openInput } from './open-input.ts'
import type { Input } from './open-input.ts'
import type { Settings } from './read-arguments.ts'
import { createReportWriter } from './report-writer.ts'
import { progressText, summaryText } from './summary.ts'
import { checkTargets } from './targets.ts'
import { createWorkplace } from './workplace.ts'
import type { Workplace } from './workplace.ts'

interface Migrated extends Omit<Report, 'rows'> {
  readonly run: 1 | 2
}

/** The unfinished document and report. Each is on the disk of its target, because a rename cannot move a file to another disk. */
interface Workplaces {
  readonly document: Workplace
  readonly report: Workplace
}

/** @returns the exit code */
export async function migrate(settings: Settings): Promise<number> {
  const { out, report } = settings
  const input = openInput(settings.input)
  checkTargets(settings)
  const document = createWorkplace(out)
  try {
    const workplaces: Workplaces = { document, report: report === undefined ? document : createWorkplace(report) }
    try {
      return await migrateIn(workplaces, input, settings)
    } finally {
      workplaces.report.dispose()
    }
  } finally {
    document.dispose()
  }
}

async function migrateIn(workplaces: Workplaces, input: Input, settings: Settings): Promise<number> {
  const { out, report, strict, force } = settings
  const { run, ...sums } = await convertTwiceIfNeeded(input, workplaces, settings)
  const refused = strict && sums.reasons.some(({ kind }) => kind === 'loss')
  // Reading the input may have taken long, so the targets are checked again.
  checkTargets(settings)
  if (report !== undefined) workplaces.report.publish(`report-${run}`, report, { replace: force })
  if (!refused && out !== undefined) workplaces.document.publish(`document-${run}`, out, { replace: force })
  if (!refused && out === undefined) await print(workplaces.document.path(`document-${run}`))
  process.stderr.write(summaryText({ ...sums, refused, out, report }))
  return refused ? 1 : 0
}

/** A file in which orgId or org come late is read twice: once for these members, once for the rest. */
async function convertTwiceIfNeeded(input: Input, workplaces: Workplaces, settings: Settings): Promise<Migrated> {
  try {
    return await convert(1, input, workplaces, settings, undefined)
  } catch (error) {
    if (!(error instanceof V1InputError) || error.code !== 'members_out_of_order' || !input.again) throw error
    return await convert(2, input, workplaces, settings, await readOrgHeads(input.chunks()))
  }
}

async function convert(
  run: 1 | 2,
  input: Input,
  workplaces: Workplaces,
  { skipKeys }: Settings,
  heads: readonly (OrgHead | undefined)[] | undefined,
): Promise<Migrated> {
  const document = createDocumentWriter(workplaces.document, `document-${run}`)
  const report = createReportWriter(workplaces.report.path(`report-${run}`))
  const tally = createTally()
  const forecasts = createSignInForecasts()
  const line = progressLine({ terminalOnly: true })
  let counts: Counts = {}
  try {
    const pieces = convertPieces(input.chunks(), {
      heads,
      skipKeys,
      onProgress: (progress) => line.show(progressText(progress, input.size)),
      onRow(row) {
        report.add(row)
        tally.add(row)
      },
      onEnd: (all) => void (counts = all),
    })
    for await (const piece of pieces) {
      document.add(piece)
      forecasts.add(piece.piece)
    }
  } finally {
    line.end()
  }
  document.end()
  const sums = { counts, reasons: tally.totals(), signIns: forecasts.end() }
  report.end(sums)
  return { run, ...sums }
}

/** @throws CommandError when the document does not reach the reader of standard output whole */
async function print(path: string): Promise<void> {
  try {
    await pipeline(createReadStream(path), standardOutput(), { end: false })
  } catch (error) {
    throw fileProblem('standard output', error)
  }
}

/** A stream that reports errors. To a file or a device `process.stdout` writes synchronously and throws past its reader. */
function standardOutput(): Writable {
  const status = fstatSync(1)
  const isWaitedFor = process.stdout.isTTY || status.isFIFO() || status.isSocket()
  return isWaitedFor ? process.stdout : createWriteStream('', { fd: 1, autoClose: false })
}
