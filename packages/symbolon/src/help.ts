// The text of `symbolon --help`: the commands of the table, and the settings.
import { isManagementCommand } from '@symbolon/management-command'
import { commandNames, formOf, optionText, usageOf } from './command-table.ts'
import type { CommandName } from './command-table.ts'
import { settings } from './settings.ts'

/** @param about the commands that are meant; all, with the settings, unless there are some */
export function helpText(about: readonly CommandName[] = []): string {
  if (about.length > 0)
    return `${about.map((name) => `Usage: ${usageOf(name)}\n\n${section(name)}\n\nExample: ${formOf(name).example}`).join('\n\n')}\n\n${exitCodes}\n`
  const rows = settings.map(
    ({ name, form, description, default: standard }) =>
      [
        `${name}=${form}`,
        standard === undefined || description.includes('default') ? description : `${description}; default ${standard}`,
      ] as const,
  )
  return `symbolon: an OpenID Provider and OAuth 2.0 authorization server

Usage
${commandNames
  .filter((name) => !isManagementCommand(name))
  .map(section)
  .join('\n')}
  symbolon COMMAND --help   this text, for one command
  symbolon --version        the version

Without --server, apply, export, import and keys open the database themselves. Stop its service first.
backup works while the service runs. restore works through a running service.
users invite and users reset go through the server that --server names or that you signed in to, and open the database otherwise.
The commands from login on speak to a running server: as the person who signed in, with SYMBOLON_TOKEN, or with SYMBOLON_KEY_FILE.

Commands that administrate a running server; each has options, which \`symbolon COMMAND --help\` shows
${columns(commandNames.filter(isManagementCommand).map(headOf), 2)}

Settings, from the environment
${columns(rows, 2)}

Durations are a number and a unit: 45s, 30m, 12h, 10d.
${exitCodes}
`
}

const exitCodes = `Exit codes: 0 done; 1 failed: a line on standard error says why, or the report of an import that did not end; 2 applied or imported in
part: the report names what was refused; 130 and 143: ended by a signal.`

function section(name: CommandName): string {
  const { options } = formOf(name)
  const head = columns([headOf(name)], 2, 24)
  const rest = Object.entries(options).map(([option, { value, says: what }]) => [optionText(option, value), what] as const)
  return [head, ...(rest.length === 0 ? [] : [columns(rest, 6, 20)])].join('\n')
}

function headOf(name: CommandName): readonly [left: string, right: string] {
  const { takes, says } = formOf(name)
  return [['symbolon', name, ...takes].join(' '), says]
}

function columns(rows: readonly (readonly [left: string, right: string])[], indent: number, least: number = 0): string {
  const width = Math.max(least, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${' '.repeat(indent)}${left.padEnd(width)}  ${right}`).join('\n')
}
