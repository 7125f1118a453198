// The commands that administrate a running server. The table is there at once; what a command does is loaded when it runs.
import type { GivenArguments } from '@symbolon/command-line'
import { managementCommands } from './table.ts'
import type { ManagementCommandName } from './table.ts'

export { administrativeRoles } from './forms/rights.ts'
export { managementCommands } from './table.ts'
export type { ManagementCommandName } from './table.ts'

/** @returns whether a command is one of these */
export function isManagementCommand(name: string): name is ManagementCommandName {
  return Object.hasOwn(managementCommands, name)
}

/**
 * Runs a command with the terminal and the environment of this process.
 * @returns the exit code: 0 done, 1 failed. The result or the error is printed.
 */
export async function runManagementCommand(name: ManagementCommandName, given: GivenArguments): Promise<number> {
  const [{ runCommand }, { processTerminal }] = await Promise.all([import('./commands/run.ts'), import('./terminal/terminal.ts')])
  return await runCommand(name, given, processTerminal())
}

/**
 * @param server the value of `--server`
 * @returns whether the operator has signed in to the server of a command
 */
export async function isSignedInTo(server: string | undefined): Promise<boolean> {
  const { isSignedIn } = await import('./access/connect.ts')
  return await isSignedIn(server, process.env)
}

/**
 * @param server its address
 * @returns what gives a valid access token for the server each time: of the key file, or of the person who signed in
 * @throws CommandError not_signed_in where there is neither
 */
export async function tokensFor(server: string): Promise<() => Promise<string>> {
  const [{ tokenSource }, { readIssuer }] = await Promise.all([import('./access/connect.ts'), import('./access/authorization-server.ts')])
  const source = await tokenSource(readIssuer(server), process.env)
  return async () => (typeof source === 'string' ? source : await source())
}

/**
 * Sends a user a link to set a password, or prints it, through a server.
 * @returns the exit code, as `runManagementCommand`
 */
export async function runLinkCommand(kind: 'invite' | 'reset', given: GivenArguments): Promise<number> {
  const [{ linkCommand }, { runWith }, { processTerminal }] = await Promise.all([
    import('./commands/users.ts'),
    import('./commands/run.ts'),
    import('./terminal/terminal.ts'),
  ])
  return await runWith(linkCommand(kind), given, processTerminal())
}
