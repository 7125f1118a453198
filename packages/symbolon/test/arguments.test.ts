// What the command says to wrong arguments: one line that says what to do, the usage, and nothing that may be a secret.
import type { OptionForm } from '@symbolon/command-line'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { administrativeRoles } from '@symbolon/management-command'
import { commandNames, formOf, usageOf } from '../src/command-table.ts'
import { helpText } from '../src/help.ts'
import { readArguments, UsageError, usageText } from '../src/read-arguments.ts'

function refusalOf(args: readonly string[]): string {
  try {
    readArguments(args)
  } catch (error) {
    if (error instanceof UsageError) return usageText(error)
    throw error
  }
  return assert.fail(`accepted: ${args.join(' ')}`)
}

const wrong: readonly (readonly [args: readonly string[], says: string])[] = [
  [['import'], 'import needs a FILE, or - for standard input.'],
  [['apply'], 'apply needs a FILE.'],
  [['keys', 'revoke'], 'keys revoke needs a KID.'],
  [['keys'], 'keys needs one of the words list, rotate, revoke.'],
  [['keys', 'rotat'], 'keys needs one of the words list, rotate, revoke. Did you mean rotate?'],
  [
    ['strat'],
    'Unknown command. The commands are start, apply, export, import, health, backup, restore, move, keys, master-key, users, login, logout, whoami, orgs, apps, projects, roles, grants, members, project-grants, tokens, user-keys, app-keys, domains, metadata, policies, texts, idps, features, imports, sessions, factors, events, completion. Did you mean start?',
  ],
  [
    ['something'],
    'Unknown command. The commands are start, apply, export, import, health, backup, restore, move, keys, master-key, users, login, logout, whoami, orgs, apps, projects, roles, grants, members, project-grants, tokens, user-keys, app-keys, domains, metadata, policies, texts, idps, features, imports, sessions, factors, events, completion.',
  ],
  [['features', 'set', 'f', 'onn'], 'SWITCH must be one of on, off.'],
  [['completion', 'tcsh'], 'SHELL must be one of bash, zsh, fish. Did you mean bash?'],
  [['members', 'add', 'kim', 'ORG_OWNER', 'ORG_OWNR'], `ROLE must be one of ${administrativeRoles.join(', ')}. Did you mean ORG_OWNER?`],
  [['start', 'now'], 'start takes no argument. Remove the text after start.'],
  [['keys', 'list', 'x'], 'keys list takes no argument. Remove the text after keys list.'],
  [['apply', 'a', 'b'], 'apply takes one FILE, not 2 arguments. Quote a name that holds spaces.'],
  [['export', 'a', 'b', 'c'], 'export takes one FILE, not 3 arguments. Quote a name that holds spaces.'],
  [['import', ''], 'FILE is empty. Check whether a shell variable is unset.'],
  [['export', ''], 'FILE is empty. Check whether a shell variable is unset.'],
  [['--hlep'], 'start has no option --hlep.'],
  [['export', '--update'], 'export has no option --update.'],
  [['export', '--exclude-orgs', 'x'], 'export has no option --exclude-orgs. Did you mean --exclude-org?'],
  [['import', 'a', '--dryrun'], 'import has no option --dryrun. Did you mean --dry-run?'],
  [['import', 'a', '-n'], 'import has no option -n.'],
  [['start', '--server', 'http://localhost'], 'start has no option --server.'],
  [['export', '--v1'], 'export has no option --v1.'],
  [['import', 'a', '--server'], '--server needs a value: --server URL.'],
  [['import', 'a', '--server', '--dry-run'], '--server needs a value: --server URL.'],
  [['import', 'a', '--server='], '--server needs a value: --server URL.'],
  [['export', '--org', ''], '--org needs a value: --org ID.'],
  [['apply', 'a', '--dry-run=yes'], '--dry-run takes no value. Remove the = and the text after it.'],
  [['apply', 'a', '--server', 'x', '--server', 'y'], '--server occurs twice. Keep one.'],
  [['export', '--force'], '--force has no effect without FILE. Add FILE, or leave --force out.'],
  [['import', 'a', '--force'], '--force has no effect without --report. Add --report, or leave --force out.'],
  [['import', 'a', '--job-id', 'a b'], '--job-id must have 1 to 64 letters, digits, hyphens and underscores.'],
  [['users', 'list', '--state', 'gone'], '--state must be one of active, inactive, locked, initial, suspended.'],
  [['users', 'list', '--limit', '5', '--all'], '--all and --limit exclude each other. Keep one.'],
  [['users', 'list', '--limit', '0'], '--limit must be a whole number from 1 on.'],
  [['grants', 'add', 'kim'], 'grants add needs USER PROJECT ROLE….'],
  [['users', 'show'], 'users show needs a USER.'],
  [['grants', 'show', 'kim', 'shop', 'reader'], 'grants show takes USER PROJECT, not 3 arguments. Quote a name that holds spaces.'],
  [['grants', 'add', 'kim', '', 'reader'], 'PROJECT is empty. Check whether a shell variable is unset.'],
  [['apply', 'a', '--server', 'id.example'], '--server must be the URL of a running server, e.g. https://id.example.'],
]

/** @returns a value that fits an option */
function valueOf({ choices, must }: OptionForm): string {
  const fitting = [choices?.[0] ?? 'https://id.example', '5', '2026-01-31', 'id'].find((each) => must?.match(each) ?? true)
  return fitting ?? assert.fail('no value fits')
}

describe('the arguments of the command', () => {
  for (const [args, says] of wrong) {
    test(`symbolon ${args.join(' ')}: ${says}`, () => {
      const [first, ...usage] = refusalOf(args).trimEnd().split('\n')
      assert.equal(first, `symbolon: ${says}`)
      assert.ok(usage.length > 0)
      for (const line of usage) assert.match(line, /^Usage: symbolon [a-z]|^`symbolon --help` describes each of them\.$/)
    })
  }

  test('every command takes its argument and each of its options, and names everything else', () => {
    for (const name of commandNames) {
      const { takes, options, choices = {} } = formOf(name)
      const typed = takes.map((each) => choices[each.replaceAll(/[[\]…]/g, '')]?.[0] ?? 'x')
      const words = [...name.split(' '), ...typed]
      const together = Object.entries(options).filter(([, { excludes }]) => excludes === undefined || options[excludes] === undefined)
      const given = together.flatMap(([option, form]) => (form.value === undefined ? [`--${option}`] : [`--${option}`, valueOf(form)]))
      const asked = readArguments([...words, ...given])
      assert.ok(asked.asks === 'command' && asked.command.name === name, name)
      assert.deepEqual(asked.command.words, typed)
      for (const [option] of together) assert.ok(asked.command.has(option), option)
      for (const [option, { excludes, value }] of Object.entries(options)) {
        if (excludes === undefined || options[excludes] === undefined) continue
        const both = [option, excludes].flatMap((each) => {
          const form = options[each] ?? assert.fail(each)
          return form.value === undefined ? [`--${each}`] : [`--${each}`, valueOf(form)]
        })
        assert.ok(refusalOf([...words, ...both]).includes(`--${option} and --${excludes} exclude each other`), `${option} ${value}`)
      }
      if (takes.at(-1)?.includes('…') !== true) assert.ok(refusalOf([...words, 'y']).includes(`Usage: ${usageOf(name)}`))
      const needed = takes.filter((each) => !each.startsWith('['))
      if (needed.length > 0) assert.ok(refusalOf([...name.split(' '), ...needed.slice(1).map(() => 'x')]).includes(`${name} needs `))
      assert.ok(refusalOf([...words, '--nothing']).includes('has no option --nothing'))
      for (const [option, { value }] of Object.entries(options))
        if (value !== undefined) assert.ok(refusalOf([...words, `--${option}`]).includes('needs a value'))
    }
  })

  test('no argument starts the service, and values may be negative words when they are joined', () => {
    for (const args of [[], ['start']]) {
      const started = readArguments(args)
      assert.ok(started.asks === 'command' && started.command.name === 'start')
    }
    const asked = readArguments(['export', '--org=-1', '--org', '2', '-'])
    assert.ok(asked.asks === 'command')
    assert.deepEqual([asked.command.values('org'), asked.command.argument], [['-1', '2'], '-'])
  })

  test('what may be a secret is not repeated', () => {
    const secret = 'canary-0123456789'
    for (const args of [
      [secret],
      ['apply', 'a', secret],
      ['keys', secret],
      [`--${secret}`],
      ['apply', 'a', `--token=${secret}`],
      ['apply', 'a', `-${secret}`],
      ['apply', 'a', `--dry-run=${secret}`],
    ]) {
      assert.ok(!refusalOf(args).includes(secret), args.join(' '))
    }
  })

  test('the help has every command, option and exit code, and that of one command its own alone', () => {
    const text = helpText()
    for (const name of commandNames) {
      assert.ok(text.includes(`symbolon ${name}`))
      for (const option of Object.keys(formOf(name).options)) assert.ok(helpText([name]).includes(`--${option}`))
    }
    assert.match(text, /Exit codes: 0 .*1 .*[^]*2 /)
    for (const name of commandNames) {
      const { example } = formOf(name)
      assert.ok(helpText([name]).includes(`Example: ${example}`))
      const typed = (example.split(' > ')[0] ?? '').replaceAll(/"([^"]*)"/g, (_, text: string) => text.replaceAll(' ', '_'))
      const asked = readArguments(typed.split(' ').slice(1))
      assert.ok(asked.asks === 'command' && asked.command.name === name, example)
    }
    for (const args of [['import', '--help'], ['--help', 'import'], ['help'], ['-h'], ['keys', '-h']])
      assert.equal(readArguments(args).asks, 'help')
    assert.match(helpText(['import']), /^Usage: symbolon import FILE \[--v1\][^]*Exit codes/)
    assert.ok(!helpText(['import']).includes('--exclude-org') && !helpText(['import']).includes('SYMBOLON_ISSUER'))
    for (const line of text.split('\n')) assert.ok(line.length <= 140 || line.includes('SYMBOLON_'), line)
  })
})
