// The commands that sign in to a server.
import { json, reading } from './options.ts'
import type { Forms } from './options.ts'

/** The commands about the sign-in. */
export const signInCommands: Forms<'login' | 'logout' | 'whoami'> = {
  login: {
    takes: ['[ISSUER]'],
    says: 'sign in to a server in the browser; later commands use the sign-in',
    options: { 'no-browser': { says: 'print the address only, for a browser that you open yourself' }, json },
    example: 'symbolon login https://id.acme.example',
  },
  logout: { takes: ['[ISSUER]'], says: 'revoke the sign-in and forget it', options: { json } },
  whoami: { takes: [], says: 'show the server, the user and the administrative roles', options: reading },
}
