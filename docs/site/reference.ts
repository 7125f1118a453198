// The tables of the reference, made of what the program itself uses. In the pages they stand between two comments, and a test compares them.
import { defaultInstanceRates } from '@symbolon/login'
import { roleAt, roleNames } from '@symbolon/permissions'
import type { Level, Permission } from '@symbolon/permissions'
import { defaultRates } from '@symbolon/rate-limiting'
import type { Rate } from '@symbolon/rate-limiting'
import { defaultLifetimes } from '@symbolon/server'
import { endpointTables } from './endpoints.ts'
import { limitsOfTheSource } from './limits.ts'
import { causesTable, reachTable } from './reach.ts'
import { filesLike, readText, table } from './repository.ts'

/** @returns the text with every generated part brought up to date; @throws TypeError for a part that nothing makes */
export function withTables(text: string): string {
  return text.replaceAll(/(<!-- generated: ([a-z-]+) -->\n)[^]*?(<!-- end -->)/g, (_part, begin: string, name: string, end: string) => {
    const make = tables[name]
    if (make === undefined) throw new TypeError(`Nothing makes the table ${name}`)
    return `${begin}\n${make()}\n\n${end}`
  })
}

const tables: Readonly<Record<string, () => string>> = {
  'oauth-errors': () => table(['error', 'description', 'raised in'], raisedIn('OAuthError', '')),
  'composition-errors': () => table(['code', 'message', 'raised in'], raisedIn('CompositionError', 'packages/server/')),
  'storage-errors': () => table(['code', 'message', 'raised in'], raisedIn('StorageStartError', '')),
  'start-errors': () => table(['code', 'message', 'raised in'], raisedIn('StartError', 'packages/symbolon/')),
  'log-events': () => table(['event', 'level', 'written in'], logEvents()),
  options: optionTable,
  'client-members': () => memberTable('packages/core-protocol/src/host/define-client.ts', 'ClientDescription'),
  limits: () =>
    table(
      ['limit', 'value', 'where'],
      limitsOfTheSource().map(([says, value, file]) => [says, value, source(file)]),
    ),
  rates: () => rateTable(defaultRates),
  'instance-rates': () => rateTable(defaultInstanceRates),
  lifetimes: () =>
    table(
      ['lifetime', 'default, seconds'],
      Object.entries(defaultLifetimes).map(([name, seconds]) => [`\`${name}\``, seconds.toLocaleString('en')]),
    ),
  roles: roleTable,
  causes: causesTable,
  reach: reachTable,
  endpoints: endpointTables,
}

function rateTable(rates: Readonly<Record<string, Rate>>): string {
  return table(
    ['limit', 'at once', 'a minute'],
    Object.entries(rates).map(([name, { burst, perMinute }]) => [`\`${name}\``, String(burst), String(perMinute)]),
  )
}

function source(file: string): string {
  return `[\`${file.replace('packages/', '').replace('/src/', '/')}\`](../../${file})`
}

/** Every place in the sources that raises an error of the class, with its code and its message. */
function raisedIn(name: string, folder: string): readonly (readonly string[])[] {
  const raised = filesLike(`${folder === '' ? 'packages/*/' : folder}src/**/*.ts`).flatMap((file) =>
    [...readText(file).matchAll(new RegExp(`new ${name}\\(\\s*'([a-z_]+)',\\s*(['\`])((?:\\\\.|(?!\\2)[^])*)\\2`, 'g'))].map(
      ([, code = '', , message = '']) => [
        `\`${code}\``,
        message.replaceAll(/\$\{[^}]*(?:\}|$)/g, '…').replaceAll(/\\(['`])/g, '$1'),
        source(file),
      ],
    ),
  )
  const one = new Map(raised.map((cells) => [cells.join('\n'), cells]))
  return [...one.values()].toSorted(
    ([code = '', text = ''], [other = '', more = '']) => code.localeCompare(other) || text.localeCompare(more),
  )
}

/** Every event that the sources write to the log. */
function logEvents(): readonly (readonly string[])[] {
  const written = filesLike('packages/*/src/**/*.ts').flatMap((file) =>
    [...readText(file).matchAll(/\blog\??\.(info|warn|error)\(\s*'([a-z_]+)'/g)].map(([, level = '', event = '']) => ({
      event,
      level,
      file,
    })),
  )
  return [...Map.groupBy(written, ({ event, level }) => `${event}\n${level}`)]
    .toSorted(([name], [other]) => name.localeCompare(other))
    .map(([name, places]) => {
      const [event = '', level = ''] = name.split('\n')
      return [`\`${event}\``, level, [...new Set(places.map(({ file }) => source(file)))].join(', ')]
    })
}

/** The members of an interface, with their doc comments. */
function memberTable(file: string, name: string): string {
  const [, body = ''] = new RegExp(`export interface ${name} \\{\\n([^]*?)\\n\\}`).exec(readText(file)) ?? []
  const members = [...body.matchAll(/(?:\/\*\*([^]*?)\*\/\s*)?readonly (\w+)(\??): ([^\n]+)/g)]
  if (members.length === 0) throw new TypeError(`${file} has no interface ${name}`)
  return table(
    ['member', 'type', ''],
    members.map(([, comment = '', member = '', optional = '', type = '']) => [
      `\`${member}\`${optional === '' ? ' (required)' : ''}`,
      `\`${type}\``,
      comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim(),
    ]),
  )
}

function optionTable(): string {
  return memberTable('packages/server/src/compose/options.ts', 'ProviderOptions')
}

const levels: readonly Level[] = ['instance', 'organization', 'project', 'project_grant']

function roleTable(): string {
  const given = (permissions: readonly Permission[]): string =>
    Object.entries(Object.groupBy(permissions, (permission) => permission.slice(0, permission.lastIndexOf('.'))))
      .map(([area, some = []]) => `${area}: ${some.map((permission) => permission.slice(area.length + 1)).join(', ')}`)
      .join('; ')
  return levels
    .map((level) => {
      const rows = roleNames.flatMap((name) => {
        const role = roleAt(name, level)
        if (role === undefined) return []
        const everywhere = [
          role.inOrganization.length > 0 ? `in organizations ${given(role.inOrganization)}` : '',
          role.anywhere.length > 0 ? `anywhere ${given(role.anywhere)}` : '',
        ].filter((text) => text !== '')
        return [[`\`${name}\``, [given(role.here), ...everywhere].filter((text) => text !== '').join('; ')]]
      })
      return `### Roles of ${level === 'instance' ? 'the instance' : `a ${level.replace('_', ' ')}`.replace('a organization', 'an organization')}\n\n${table(['role', 'allows'], rows)}`
    })
    .join('\n\n')
}
