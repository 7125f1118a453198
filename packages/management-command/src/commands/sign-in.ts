// `symbolon login`, `logout` and `whoami`.
import { ApiError, createClient } from '@symbolon/client'
import type { Me } from '@symbolon/client'
import type { GivenArguments } from '@symbolon/command-line'
import { spawn } from 'node:child_process'
import { describeServer, readIssuer, revokeToken } from '../access/authorization-server.ts'
import { connect, serverOf } from '../access/connect.ts'
import { keepSignIn, readCredentials } from '../access/credentials.ts'
import { signInByBrowser } from '../access/loopback.ts'
import type { signInCommands as forms } from '../forms/sign-in.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Block, Outcome } from '../terminal/outcome.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Where `npm start` and `symbolon` without settings listen. */
const localIssuer = 'http://localhost:8080'

/** The commands. They need no sign-in. */
export const signInCommands: Readonly<Record<keyof typeof forms, (given: GivenArguments, terminal: Terminal) => Promise<Outcome>>> = {
  async login(given, terminal) {
    const { environment } = terminal
    const [named] = given.words
    const issuer = named === undefined ? ((await serverOf(undefined, environment)) ?? localIssuer) : readIssuer(named)
    const server = await describeServer(issuer)
    const tokens = await signInByBrowser(server, (address) => {
      terminal.notify(`Sign in at this address:\n\n  ${address}\n\nWaiting for sign-in …\n`)
      if (!given.has('no-browser') && terminal.interactive) openBrowser(address, environment)
    })
    const me = await createClient({ issuer, token: tokens.accessToken })
      .me()
      .catch(async (error: unknown) => {
        await revokeToken(tokens.refreshToken ?? tokens.accessToken, server)
        if (!(error instanceof ApiError) || error.status !== 403) throw error
        throw new CommandError(
          'permission_denied',
          'You do not have an administrative role on this server. Ask an owner to assign one to you.',
        )
      })
    await keepSignIn(issuer, { clientId: server.clientId, ...tokens }, environment)
    return { json: { issuer, ...me }, blocks: [`Signed in to ${issuer} as ${me.loginName}.`] }
  },

  async logout(given, { environment }) {
    const [named] = given.words
    const issuer = named === undefined ? await serverOf(undefined, environment) : readIssuer(named)
    const signIn = issuer === undefined ? undefined : (await readCredentials(environment)).servers[issuer]
    if (issuer === undefined || signIn === undefined) return { json: { signedOut: false }, blocks: ['You are not signed in.'] }
    // Forgotten first: what cannot be revoked now is at least not here any more.
    await keepSignIn(issuer, undefined, environment)
    await revokeToken(signIn.refreshToken ?? signIn.accessToken, await describeServer(issuer))
    return { json: { signedOut: true, issuer }, blocks: [`Signed out of ${issuer}.`] }
  },

  async whoami(given, { environment }) {
    const { issuer, client } = await connect(given.value('server'), environment)
    const me = await client.me()
    return { json: { issuer, ...me }, blocks: callerBlocks(issuer, me) }
  },
}

function callerBlocks(issuer: string, { loginName, displayName, userId, orgId, memberships }: Me): readonly Block[] {
  return [
    { facts: { server: issuer, user: loginName, name: displayName, id: userId, organization: orgId } },
    '',
    {
      columns: ['roles', 'of', 'id'],
      rows: memberships.map(({ roles, of, orgId: inOrg, projectId, grantId }) => [
        roles.join(', '),
        of.replace('_', ' '),
        grantId ?? projectId ?? inOrg,
      ]),
      empty: 'No administrative roles.',
    },
  ]
}

/** Opens the address, where there is a desktop. A failure is not reported, because the address was printed. */
function openBrowser(address: string, { DISPLAY: x11, WAYLAND_DISPLAY: wayland }: Terminal['environment']): void {
  const opener = openerOf(process.platform, x11 !== undefined || wayland !== undefined)
  if (opener === undefined) return
  const [program, ...args] = opener
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

function openerOf(platform: string, hasDesktop: boolean): readonly [program: string, ...args: string[]] | undefined {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return hasDesktop ? ['xdg-open'] : undefined
}
