// The commands that run the service, or that work on its database or on a whole instance. Each loads what it needs when it runs.
import { keepHeapSmall } from '@symbolon/command-line'
import type { ManagementCommandName } from '@symbolon/management-command'
import type { BackupCommand } from './backup-command.ts'
import type { CommandName } from './command-table.ts'
import { readConfiguration, readConfigurationOn } from './configuration.ts'
import type { ExportCommand } from './export-command.ts'
import type { Health } from './health-command.ts'
import type { ImportCommand } from './import-command.ts'
import { lineLog, logJsonLines } from './json-log.ts'
import type { MasterKeyAction } from '@symbolon/admin-api'
import type { KeysCommand } from './keys-command.ts'
import type { Arguments } from './read-arguments.ts'
import type { RestoreCommand } from './restore-command.ts'
import { stopSignal } from './serving.ts'
import type { UsersCommand } from './users-command.ts'

/** The names of these commands. */
export type ServiceCommandName = Exclude<CommandName, ManagementCommandName | 'completion'>

/**
 * Runs a command.
 * @returns the exit code: 0 done, 1 failed, 2 done in part
 * @throws StartError, StorageStartError when nothing could be done
 */
export async function runServiceCommand(name: ServiceCommandName, given: Arguments): Promise<number> {
  const { argument = '' } = given
  const server = given.value('server')
  // The service itself keeps Node's defaults: a smaller heap costs each request some microseconds.
  if (name !== 'start') keepHeapSmall()
  switch (name) {
    case 'start':
      return await start(given.has('new-instance'))
    case 'apply':
      return await applyFile(argument, { server, dryRun: given.has('dry-run') })
    case 'export':
      return await exportOrgs(exportCommand(given))
    case 'import':
      return await importFile(importCommand(given))
    case 'health':
      return await health(given.has('live') ? 'live' : 'ready')
    case 'backup':
      return await backup({ file: argument, force: given.has('force'), server })
    case 'restore':
      return await restore({ file: argument, force: given.has('force'), keep: !given.has('discard'), server })
    case 'move':
      return await move(argument)
    case 'keys list':
      return await keys({ action: 'list' }, server)
    case 'keys rotate':
      return await keys({ action: 'rotate', algorithm: given.value('algorithm') }, server)
    case 'keys revoke':
      return await keys({ action: 'revoke', kid: argument }, server)
    case 'master-key list':
      return await masterKeys('list', server)
    case 'master-key rotate':
      return await masterKeys('rotate', server)
    case 'master-key forget':
      return await masterKeys('forget', server)
    case 'users invite':
      return await userLink({ kind: 'invite', loginName: argument }, server)
    case 'users reset':
      return await userLink(
        { kind: 'reset', loginName: argument, ...(given.has('without-factors') ? { withoutFactors: true as const } : {}) },
        server,
      )
  }
}

function exportCommand({ argument, has, value, values }: Arguments): ExportCommand {
  return {
    file: argument === '-' ? undefined : argument,
    force: has('force'),
    selection: {
      orgIds: values('org'),
      excludedOrgIds: values('exclude-org'),
      withPasswords: has('with-passwords'),
      withOtp: has('with-otp'),
      withCredentials: has('with-credentials'),
    },
    server: value('server'),
  }
}

function importCommand({ argument = '', has, value }: Arguments): ImportCommand {
  return {
    file: argument,
    format: has('v1') ? 'v1' : 'v2',
    options: { dryRun: has('dry-run'), update: has('update'), withCredentials: has('with-credentials') },
    server: value('server'),
    jobId: value('job-id'),
    report: value('report'),
    force: has('force'),
  }
}

async function start(newInstance: boolean): Promise<number> {
  const configuration = readConfiguration(process.env)
  const log = lineLog(configuration.logLevel)
  const stopRequested = stopSignal()
  const { startSymbolon, startText } = await import('./start.ts')
  const running = await startSymbolon(configuration, { newInstance, terminal: process.stdout.isTTY, log })
  process.stdout.write(startText(running))
  const lost = await Promise.race([stopRequested, running.lost])
  await running.stop()
  if (lost !== undefined) throw lost
  return 0
}

async function applyFile(
  file: string,
  { server, dryRun }: { readonly server: string | undefined; readonly dryRun: boolean },
): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const [{ applyAtServer, applyOnDatabase }, { writeOut }] = await Promise.all([
    import('./apply-command.ts'),
    import('./standard-output.ts'),
  ])
  const advice =
    server === undefined
      ? 'The changes are stored. The next `symbolon apply` on this database prints the generated secrets.'
      : 'The changes are stored. Replace generated client secrets with `symbolon apps secret`, and generated tokens by new ones.'
  const command = { dryRun, print: async (text: string) => await writeOut(text, dryRun ? 'Nothing was changed.' : advice) }
  const report =
    server === undefined ? await applyOnDatabase(file, configuration, command) : await applyAtServer(file, server, configuration, command)
  return report.counts.refused === 0 ? 0 : 2
}

async function exportOrgs(command: ExportCommand): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const { runExport } = await import('./export-command.ts')
  const said = await runExport(command, configuration)
  // Standard output holds the document, when no file does.
  process[command.file === undefined ? 'stderr' : 'stdout'].write(said)
  return 0
}

async function importFile(command: ImportCommand): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const [{ runImport, writeReport }, { exitCodeOf, formatImportReport }] = await Promise.all([
    import('./import-command.ts'),
    import('./import-report.ts'),
  ])
  const report = await runImport(command, configuration)
  process.stdout.write(formatImportReport(report, command.report))
  await writeReport(command, report)
  return report.state === 'completed' ? exitCodeOf(report) : 1
}

async function health(asked: Health): Promise<number> {
  const { askHealth } = await import('./health-command.ts')
  await askHealth(asked, readConfiguration(process.env))
  return print(`${asked}\n`)
}

async function backup(command: BackupCommand): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const { runBackup } = await import('./backup-command.ts')
  return print(await runBackup(command, configuration))
}

async function restore(command: RestoreCommand): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const { runRestore } = await import('./restore-command.ts')
  return print(await runRestore(command, configuration))
}

async function move(databaseUrl: string): Promise<number> {
  const [source, target] = [readConfigurationOn(process.env), readConfigurationOn(process.env, databaseUrl)]
  await logJsonLines(source.logLevel)
  const { runMove } = await import('./move-command.ts')
  return print(await runMove(source, target))
}

async function keys(command: KeysCommand, server: string | undefined): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const { formatKeys, keysAtServer, keysHere } = await import('./keys-command.ts')
  return print(
    formatKeys(server === undefined ? await keysHere(command, configuration) : await keysAtServer(command, server, configuration)),
  )
}

async function masterKeys(action: MasterKeyAction, server: string | undefined): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const { formatMasterKeys, masterKeysAtServer, masterKeysHere } = await import('./master-key-command.ts')
  const report =
    server === undefined ? await masterKeysHere(action, configuration) : await masterKeysAtServer(action, server, configuration)
  return print(formatMasterKeys(action, report))
}

async function userLink(command: UsersCommand, server: string | undefined): Promise<number> {
  const configuration = readConfiguration(process.env)
  await logJsonLines(configuration.logLevel)
  const { formatUserLink, linkAtServer, linkHere } = await import('./users-command.ts')
  return print(
    formatUserLink(server === undefined ? await linkHere(command, configuration) : await linkAtServer(command, server, configuration)),
  )
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
