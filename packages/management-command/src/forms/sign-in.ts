// The commands that sign in to a server.
import type { CommandForm } from '@symbolon/command-line'
import { json, reading } from './options.ts'

/** Their names. */
export type SignInCommandName = 'login' | 'logout' | 'whoami'

/** The commands about the sign-in. */
export const signInCommands: Readonly<Record<SignInCommandName, CommandForm>> = {
  login: {
    takes: ['[ISSUER]'],
    says: 'sign in to a server in the browser; later commands use the sign-in',
    options: { 'no-browser': { says: 'print the address only, for a browser that you open yourself' }, json },
    example: 'symbolon login https://id.acme.example',
  },
  logout: { takes: ['[ISSUER]'], says: 'revoke the sign-in and forget it', options: { json }, example: 'symbolon logout' },
  whoami: { takes: [], says: 'show the server, the user and the administrative roles', options: reading, example: 'symbolon whoami' },
}
