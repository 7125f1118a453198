// `symbolon users invite|reset` through a running server, where `--server` names one or somebody has signed in.
import { isSignedInTo, runLinkCommand } from '@symbolon/management-command'
import type { Arguments } from './read-arguments.ts'

/** @returns the exit code; undefined where the command works on the database */
export async function sendLinkAtServer(name: 'users invite' | 'users reset', given: Arguments): Promise<number | undefined> {
  // A new password that removes every other factor is first aid by an owner. It has an endpoint of its own.
  if (given.has('without-factors')) return undefined
  const server = given.value('server')
  if (server === undefined && !(await isSignedInTo(server))) return undefined
  return await runLinkCommand(name === 'users invite' ? 'invite' : 'reset', given)
}
