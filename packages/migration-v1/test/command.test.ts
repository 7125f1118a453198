// The command, as a program: on every runtime, and what it leaves on the disk.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { canonicalJson } from '@symbolon/schema-v2'
import { v1ExportText } from '@symbolon/test-kit'
import { CommandError } from '../src/command/command-error.ts'
import { migrate } from '../src/command/migrate.ts'
import { readArguments } from '../src/command/read-arguments.ts'
import { convertV1 } from '../src/index.ts'
import { human } from './support/convert.ts'

const command = fileURLToPath(new URL('../src/command.ts', import.meta.url))
const bin = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url))
const runtimes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Node: [join(bin, 'node'), command],
  Bun: [join(bin, 'bun'), command],
  Deno: [join(bin, 'deno'), 'run', '--allow-all', '--no-check', command],
}

const base = mkdtempSync(join(tmpdir(), 'migration-v1-test-'))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(base, 'case-'))
})
after(() => rmSync(base, { recursive: true, force: true }))

interface Running {
  readonly runtime?: string
  readonly input?: string
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function run(args: readonly string[], { runtime = 'Node', input }: Running = {}): Promise<Ended> {
  const [program, ...before] = runtimes[runtime] ?? assert.fail(runtime)
  const child = spawn(program, [...before, ...args], { cwd: folder, env: { ...process.env, TMPDIR: folder, NO_COLOR: '1' } })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
  child.stdin.on('error', () => undefined).end(input)
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  return { code, stdout, stderr }
}

/** @returns the message with which the command refuses the arguments; the same code as in a separate process */
async function refusal(args: readonly string[]): Promise<string> {
  try {
    const settings = readArguments(args)
    assert.ok(settings !== 'help')
    await migrate(settings)
  } catch (error) {
    if (error instanceof CommandError) return error.message
    throw error
  }
  return assert.fail(`not refused: ${args.join(' ')}`)
}

/** The path is not normalized. */
const inside = (name: string): string => `${folder}/${name}`
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const canonical = (input: unknown): string => `${canonicalJson(convertV1(input).document)}\n`
const humanUsers = [human(), { userId: '2', user: { otpCode: 'OTPCODE' } }]
const lossy = JSON.stringify({ orgs: [{ orgId: '1', org: { name: 'x' }, humanUsers }] })

/** Large enough for lists to go through files. */
const large = v1ExportText({ orgs: 2, humanUsers: 1500 })
const { document: largeDocument, report: largeReport } = convertV1(large)

for (const runtime of Object.keys(runtimes)) {
  test(`${runtime}: a file becomes the canonical document and the report of the library, for this user's eyes only`, async () => {
    write('v1.json', large)
    const { code, stdout, stderr } = await run(['v1.json', '--out', 'v2.json', '--report', 'report.json'], { runtime })
    assert.equal(code, 0, stderr)
    assert.equal(stdout, '')
    assert.equal(read('v2.json'), `${canonicalJson(largeDocument)}\n`)
    assert.deepEqual(JSON.parse(read('report.json')), JSON.parse(JSON.stringify(largeReport)))
    for (const name of ['v2.json', 'report.json']) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(folder).sort(), ['report.json', 'v1.json', 'v2.json'])
    assert.match(stderr, /humanUsers {2,}3,000\n/)
    assert.match(stderr, /To look at:\n[^]*2 × states-absent: orgs\[0\], orgs\[1\]\n/)
    assert.doesNotMatch(stderr, /\u001b/)
  })

  test(`${runtime}: standard input becomes standard output`, async () => {
    const text = v1ExportText()
    const { code, stdout } = await run(['-'], { runtime, input: text })
    assert.equal(code, 0)
    assert.equal(stdout, canonical(text))
    assert.deepEqual(readdirSync(folder), [])
  })
}

test('wrong input ends with 2, one line, and no file', async () => {
  write('v1.json', v1ExportText({ humanUsers: 1500 }).slice(0, -3))
  const { code, stdout, stderr } = await run(['v1.json', '--out', 'v2.json', '--report', 'report.json'])
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /^symbolon-migrate-v1: orgs\[0\]\S* ends before its JSON is complete; .+ \(at byte \d+\)\.\n$/)
  assert.deepEqual(readdirSync(folder), ['v1.json'])
})

test('the summary says how many people can sign in, by what, and what to do for the others', async () => {
  const hashedPassword = { value: `$2a$10$${'a'.repeat(53)}` }
  const idps = [{ configId: 'of-the-instance', externalUserId: 'x' }]
  const orgs = [
    { orgId: '1', org: { name: 'x' }, humanUsers: [human({ hashedPassword }, '1'), human({ hashedPassword, idps }, '2')] },
    { orgId: '2', org: { name: 'y' }, loginPolicy: {}, humanUsers: [human({ hashedPassword }, '3')] },
  ]
  write('v1.json', JSON.stringify({ orgs }))
  const { code, stderr } = await run(['v1.json', '--out', 'v2.json', '--report', 'report.json'])
  assert.equal(code, 0)
  assert.match(stderr, /People who can sign in after an import with credentials into a new instance:\n +organization +people +can sign in/)
  assert.match(stderr, /\n +2 +1 +0 +- +1 +sign_in_password_not_allowed 1\n/)
  assert.match(stderr, /Cannot sign in:\n +1 × sign_in_password_not_allowed\n +The users have a password/)
  const { signIns } = JSON.parse(read('report.json')) as {
    readonly signIns: readonly { readonly orgId: string; readonly unable: number }[]
  }
  assert.deepEqual(
    signIns.map(({ orgId, unable }) => [orgId, unable]),
    [
      ['1', 0],
      ['2', 1],
    ],
  )
})

test('losses with --strict end with 1, a report and no document', async () => {
  write('v1.json', lossy)
  const { code, stderr } = await run(['v1.json', '--strict', '--out', 'v2.json', '--report', 'report.json'])
  assert.equal(code, 1)
  assert.match(stderr, /humanUsers +1 {3}1 left out\n[^]*Lost:\n {2}1 × invalid-entry: orgs\[0\]\.humanUsers\[1\] \(2\)\n/)
  assert.match(stderr, /--strict wrote no document\.\n$/)
  assert.doesNotMatch(stderr + read('report.json'), /OTPCODE/)
  assert.deepEqual(readdirSync(folder).sort(), ['report.json', 'v1.json'])
})

test('losses without --strict are said, and the document is written', async () => {
  write('v1.json', lossy)
  const { code, stdout, stderr } = await run(['v1.json'])
  assert.equal(code, 0)
  assert.equal(stdout, canonical(lossy))
  assert.match(stderr, /Run the command again with --report FILE/)
})

test('--strict with nothing but notices writes the document', async () => {
  const { code, stdout } = await run(['-', '--strict'], { input: v1ExportText() })
  assert.deepEqual([code, stdout], [0, canonical(v1ExportText())])
})

test('a file that is there is written over with --force only', async () => {
  write('v1.json', v1ExportText())
  for (const name of ['out', 'report']) {
    write(name, 'mine')
    const { code, stderr } = await run(['v1.json', `--${name}`, name])
    assert.deepEqual([code, stderr], [2, `symbolon-migrate-v1: ${name} exists already; overwrite it with --force, or name another file\n`])
    assert.equal(read(name), 'mine')
    assert.equal((await run(['v1.json', `--${name}`, name, '--force'])).code, 0)
    assert.notEqual(read(name), 'mine')
  }
})

test('no target is the input or the other target, by whatever name, with or without --force', async () => {
  const text = v1ExportText()
  write('v1.json', text)
  linkSync(join(folder, 'v1.json'), join(folder, 'hard.json'))
  symlinkSync('v1.json', join(folder, 'soft.json'))
  symlinkSync('.', join(folder, 'folder'))
  const names = readdirSync(folder)
  const input = /is the input, which is never overwritten; name another file/
  const cases: readonly (readonly [args: readonly string[], said: RegExp])[] = [
    ...['v1.json', './v1.json', 'folder/v1.json', 'hard.json', 'soft.json'].flatMap(
      (name) =>
        [
          [[inside('v1.json'), '--out', inside(name)], input],
          [[inside('v1.json'), '--report', inside(name), '--out', inside('v2.json')], input],
          [[inside('soft.json'), '--out', inside(name)], input],
        ] as const,
    ),
    [[inside('v1.json'), '--out', inside('x'), '--report', inside('./x')], /--out and --report name the same file; name two files/],
    [[inside('v1.json'), '--out', inside('x'), '--report', inside('folder/x')], /--out and --report name the same file; name two files/],
  ]
  for (const [args, said] of cases) {
    for (const force of [[], ['--force']]) assert.match(await refusal([...args, ...force]), said, args.join(' '))
  }
  for (const name of [inside('v1.json'), 'folder/v1.json']) {
    const { code, stderr } = await run(['v1.json', '--out', name, '--force'])
    assert.equal(code, 2)
    assert.match(stderr, input)
  }
  assert.equal(read('v1.json'), text)
  assert.deepEqual(readdirSync(folder), names)
})

test('the file behind standard input and standard output is known, too', async () => {
  const text = v1ExportText()
  write('v1.json', text)
  const file = openSync(join(folder, 'v1.json'), 'a+')
  const [program, ...args] = runtimes['Node'] ?? assert.fail()
  for (const [given, stdio] of [
    [
      ['-', '--out', 'v1.json', '--force'],
      [file, 'ignore', 'pipe'],
    ],
    [['v1.json'], ['ignore', file, 'pipe']],
    [['-'], [file, file, 'pipe']],
  ] as const) {
    const { status, stderr } = spawnSync(program, [...args, ...given], { cwd: folder, stdio: [...stdio], encoding: 'utf8' })
    assert.equal(status, 2)
    assert.match(stderr, /is the input(?: file)?, which (?:would be|is never) overwritten/)
  }
  closeSync(file)
  assert.equal(read('v1.json'), text)
})

test('--force replaces files alone: no folder, and no pipe that others use', async () => {
  write('v1.json', v1ExportText())
  mkdirSync(join(folder, 'folder'))
  assert.equal(spawnSync('mkfifo', ['pipe'], { cwd: folder }).status, 0)
  for (const [name, said] of [
    ['folder', /folder: it is a folder/],
    ['pipe', /pipe is not a regular file/],
  ] as const) {
    const { code, stderr } = await run(['v1.json', '--out', name, '--force'])
    assert.equal(code, 2)
    assert.match(stderr, said)
  }
  assert.deepEqual(readdirSync(folder).sort(), ['folder', 'pipe', 'v1.json'])
  assert.ok(statSync(join(folder, 'pipe')).isFIFO())
})

test('what appears under the name while the conversion runs stays as it is', async () => {
  const [program, ...args] = runtimes['Node'] ?? assert.fail()
  const child = spawn(program, [...args, '-', '--out', 'v2.json'], { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (more: string) => void (said += more))
  child.stdin.write('{"orgs":[{"orgId":"1",')
  while (readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  write('v2.json', 'mine')
  child.stdin.end('"org":{"name":"x"}}]}')
  assert.equal(await new Promise((resolve) => child.on('close', resolve)), 2)
  assert.match(said, /v2\.json exists already; overwrite it with --force/)
  assert.equal(read('v2.json'), 'mine')
  assert.deepEqual(readdirSync(folder), ['v2.json'])
})

test('a file in which orgId comes late is read twice; standard input cannot be', async () => {
  const users = Array.from({ length: 40 }, (_, index) => JSON.stringify(human({ nothing: 'x'.repeat(500_000) }, String(index))))
  const text = `{"orgs":[{"orgId":"0"},{"humanUsers":[${users.join()}],"org":{"name":"x"},"orgId":"1"}]}`
  write('v1.json', text)
  const { code, stderr } = await run(['v1.json', '--out', 'v2.json'])
  assert.equal(code, 0, stderr)
  assert.equal(read('v2.json'), canonical(text))
  assert.match(stderr, /40 × unknown-member/)
  const piped = await run(['-', '--out', 'other.json'], { input: text })
  assert.equal(piped.code, 2)
  assert.match(piped.stderr, /^symbolon-migrate-v1: orgs\[1\] has its orgId too late; .+ convert a file/)
  assert.deepEqual(readdirSync(folder).sort(), ['v1.json', 'v2.json'])
})

test('--skip-keys leaves the keys out', async () => {
  const { stdout, stderr } = await run(['-', '--skip-keys'], { input: v1ExportText() })
  assert.equal(stdout, canonical2(v1ExportText()))
  assert.match(stderr, /2 × keys-skipped/)
})

const canonical2 = (input: unknown): string => `${canonicalJson(convertV1(input, { skipKeys: true }).document)}\n`

test('an export without organizations is an empty document', async () => {
  const { code, stdout, stderr } = await run(['-'], { input: '{"orgs":[{}]}' })
  assert.deepEqual([code, stdout], [0, '{}\n'])
  assert.match(stderr, /^The input holds no organization\.\n[^]*\nThe document went to standard output\. It holds/)
  const written = await run(['-', '--out', 'v2.json', '--report', 'report.json'], { input: '{"orgs":[{}]}' })
  assert.deepEqual(JSON.parse(read('report.json')), { rows: [], reasons: [], counts: {}, signIns: [] })
  assert.match(written.stderr, /\nThe document is in v2\.json\. It holds/)
})

test('wrong arguments and files that are not there end with 2 and one line', async () => {
  const wrong: readonly (readonly [args: readonly string[], said: RegExp])[] = [
    [[], /exactly one INPUT is needed/],
    [['a', 'b'], /exactly one INPUT is needed/],
    [['v1.json', '--colour'], /--colour/],
    [['v1.json', '--out'], /--out/],
    [[inside('absent.json')], /absent\.json: there is no such file/],
    [[folder], /it is a folder/],
    [[inside('v1.json'), '--out', inside('absent/v2.json')], /absent: there is no such file or folder/],
  ]
  write('v1.json', v1ExportText())
  for (const [args, said] of wrong) assert.match(await refusal(args), said)
  for (const [args, said] of [
    [['v1.json', '--colour'], /^symbolon-migrate-v1: [^\n]*--colour[^\n]*\n$/],
    [['absent.json'], /^symbolon-migrate-v1: absent\.json: there is no such file[^\n]+\n$/],
  ] as const) {
    const { code, stdout, stderr } = await run(args)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, said)
  }
  assert.deepEqual(readdirSync(folder), ['v1.json'])
})

test('--help says everything on standard output', async () => {
  const { code, stdout } = await run(['--help'])
  assert.equal(code, 0)
  for (const option of ['--out', '--report', '--strict', '--force', '--skip-keys']) assert.ok(stdout.includes(option))
})

test('what was begun is gone when it is interrupted', async () => {
  const [program, ...args] = runtimes['Node'] ?? assert.fail()
  mkdirSync(join(folder, 'reports'))
  // The moment that a folder appears in, and later ones.
  for (const [place, milliseconds] of [
    ['.', 0],
    ['reports', 0],
    ['reports', 20],
  ] as const) {
    const targets = ['--out', 'v2.json', '--report', 'reports/report.json']
    const child = spawn(program, [...args, '-', ...targets], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] })
    const closed = new Promise((resolve) => child.on('close', resolve))
    child.stdin.on('error', () => undefined).write('{"orgs":[{"orgId":"1",')
    const isBegun = (): boolean => readdirSync(join(folder, place)).some((name) => name.startsWith('.symbolon-migrate-'))
    while (!isBegun()) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    child.kill('SIGTERM')
    assert.equal(await closed, 143)
    assert.deepEqual(readdirSync(folder, { recursive: true }), ['reports'])
  }
})

test('a document that does not reach standard output whole is exit code 2 and a sentence', async () => {
  write('v1.json', v1ExportText({ humanUsers: 2500 }))
  const [program, ...args] = runtimes['Node'] ?? assert.fail()
  const endOf = async (output: 'pipe' | number): Promise<readonly [code: unknown, said: string]> => {
    const child = spawn(program, [...args, 'v1.json'], { cwd: folder, stdio: ['ignore', output, 'pipe'] })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => void (said += String(text)))
    // Reads the beginning alone.
    child.stdout?.once('data', () => child.stdout?.destroy())
    return [await new Promise((resolve) => child.on('close', resolve)), said]
  }
  assert.deepEqual(await endOf('pipe'), [
    2,
    'symbolon-migrate-v1: standard output: its reader has closed it before the end of the document\n',
  ])
  if (process.platform !== 'linux') return
  const full = openSync('/dev/full', 'w')
  assert.deepEqual(await endOf(full), [2, 'symbolon-migrate-v1: standard output: the disk is full\n'])
  closeSync(full)
})

test('a hyphen is standard output, which is for the document alone', async () => {
  const { code, stdout } = await run(['-', '--out', '-'], { input: '{"orgs":[{}]}' })
  assert.deepEqual([code, stdout], [0, '{}\n'])
  const refused = await run(['-', '--report', '-'], { input: '{"orgs":[{}]}' })
  assert.deepEqual([refused.code, refused.stdout], [2, ''])
  assert.match(refused.stderr, /the report needs a file/)
})

test('an empty object is not an export', async () => {
  const { code, stdout, stderr } = await run(['-'], { input: '{}' })
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /is not an export of organizations/)
})
