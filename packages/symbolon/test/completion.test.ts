// The completion scripts: bash completes with its own, and all of them have every command and option.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { commandNames, formOf, shells } from '../src/command-table.ts'
import { completionScript } from '../src/completion.ts'

/** @returns what bash offers for each line; the last word of a line is completed */
function completed(lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const asked = lines.map(
    (words) =>
      `COMP_WORDS=(symbolon ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; COMPREPLY=(); _symbolon; echo "\${COMPREPLY[*]}"`,
  )
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-u'], {
    input: `${completionScript('bash')}\n${asked.join('\n')}\n`,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').filter((word) => word !== ''))
}

test('bash completes every command, its second word and its options', () => {
  const named = commandNames.map((name) => [...name.split(' '), '--'])
  for (const [index, offered] of completed(named).entries()) {
    const name = commandNames[index] ?? assert.fail()
    assert.deepEqual(offered, [...Object.keys(formOf(name).options).map((option) => `--${option}`), '--help'], name)
  }
  const [first, sessions, verbs, one] = completed([[''], ['ses'], ['users', ''], ['users', 'unl']])
  assert.deepEqual(first, [...new Set(commandNames.map((name) => name.split(' ')[0])), 'help'])
  assert.deepEqual([sessions, one], [['sessions'], ['unlock']])
  assert.deepEqual(
    verbs,
    commandNames.filter((name) => name.startsWith('users ')).map((name) => name.slice('users '.length)),
  )
})

test('bash completes the values that an option can have, and files where a file is meant', () => {
  const [states, none, shell, file] = completed([
    ['users', 'set', 'kim', '--state', ''],
    ['users', 'set', 'kim', '--name', ''],
    ['completion', 'f'],
    ['apply', '/etc/host'],
  ])
  assert.deepEqual(states, ['active', 'inactive', 'locked'])
  assert.deepEqual(none, [])
  assert.deepEqual(shell, ['fish'])
  assert.ok(file?.includes('/etc/hosts'))
})

test('every script has every command and every option', () => {
  for (const shell of shells) {
    const script = completionScript(shell)
    for (const name of commandNames) {
      for (const word of name.split(' ')) assert.ok(script.includes(word), `${shell} ${word}`)
      for (const option of Object.keys(formOf(name).options))
        assert.match(script, new RegExp(`(?:--|-l )${option}\\b`), `${shell} ${option}`)
    }
  }
})
