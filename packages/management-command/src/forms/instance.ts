// The commands about the whole instance: features and imports.
import { paging, reading } from './options.ts'
import type { Forms } from './options.ts'

/** The commands about features and imports. */
export const instanceCommands: Forms<`features ${'list' | 'set'}` | `imports ${'list' | 'show'}`> = {
  'features list': { takes: [], says: 'list the features of the server', options: reading },
  'features set': {
    takes: ['FEATURE', 'SWITCH'],
    choices: { SWITCH: ['on', 'off'] },
    says: 'switch a feature on or off',
    options: reading,
    example: 'symbolon features set oidcTokenExchange on',
  },
  'imports list': {
    takes: [],
    says: 'list the imports that were begun last',
    options: { limit: { ...paging['limit'], says: 'at most so many, up to 200; default 50' }, ...reading },
  },
  'imports show': {
    takes: ['IMPORT'],
    says: 'show how far an import is, or what became of it',
    options: {
      follow: { says: 'wait for its end' },
      details: { says: 'with what was refused and what was left out' },
      ...reading,
    },
    example: 'symbolon imports show 8sJk2 --follow',
  },
}
