// The disk is full, or the file is not writable.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { test } from 'node:test'
import { libsql } from '../src/index.ts'
import { startProgram } from './program.ts'
import type { Program } from './program.ts'
import { storedDigests, temporaryPath, throughAnotherConnection } from './temporary-file.ts'

/** From util-linux, which Debian always has. */
const hasTool = (tool: string): boolean => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0

// Signal 25 would end the process at the limit; without it the write fails as on a full disk. A block is 512 bytes.
const limitedTo = (kilobytes: number): readonly string[] => ['/bin/sh', '-c', `trap '' 25; ulimit -S -f ${kilobytes * 2}; exec "$0" "$@"`]

async function ask(program: Program, command: string): Promise<string> {
  program.say(command)
  return program.line()
}

test(
  'RL-09 on a full disk writes fail with StorageUnavailable and reads go on; freed space is used without a restart',
  {
    skip: hasTool('prlimit') ? false : 'prlimit is not installed',
    timeout: 300_000,
  },
  async () => {
    const path = temporaryPath()
    const program = startProgram('fill', [`file:${path}`], limitedTo(1500))
    try {
      assert.equal(await program.line(), 'ready')
      for (const round of ['first', 'again']) {
        assert.equal(await ask(program, 'fill'), 'failed with StorageUnavailable', round)
        for (const command of ['write', 'transaction', 'write']) {
          assert.equal(await ask(program, command), 'StorageUnavailable', `${round} ${command}`)
        }
        assert.equal(await ask(program, 'read'), 'all true', round)
        const limit = round === 'first' ? '3000000' : 'unlimited'
        assert.equal(spawnSync('prlimit', ['--pid', String(program.pid), `--fsize=${limit}:unlimited`]).status, 0)
        assert.equal(await ask(program, 'write'), 'done', round)
        assert.equal(await ask(program, 'transaction'), 'done', round)
      }
      assert.equal(await ask(program, 'read'), 'all true')
      const count = Number(await ask(program, 'count'))
      assert.ok(count > 100, `${count} acknowledged`)
      assert.equal((await storedDigests(path)).size, count, 'what was refused is not there')
      const check = await throughAnotherConnection(path, async (client) => (await client.execute('pragma integrity_check')).rows)
      assert.equal(check[0]?.[0], 'ok')
    } finally {
      program.kill('SIGKILL')
      await program.ended
    }
  },
)

test(
  'a file or directory that is not writable is refused at the start and not changed',
  {
    skip: process.getuid?.() !== 0 || hasTool('setpriv') ? false : 'setpriv is not installed',
  },
  async (t) => {
    const unprivileged = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
    const directory = temporaryPath()
    await mkdir(directory)
    const path = `${directory}/a.db`
    await (await libsql({ url: `file:${path}` }).open(['instance'])).close()
    const modified = (await stat(path)).mtimeMs
    const ancestors = [directory, new URL('..', `file://${directory}`).pathname]
    const open = async (): Promise<string> => {
      const program = startProgram('open-once', [`file:${path}`], unprivileged)
      try {
        return await program.line()
      } finally {
        await program.ended
      }
    }
    await chmod(ancestors[1] ?? '', 0o755)
    // The lock file may be locked; the database may not be changed.
    await chmod(directory, 0o777)
    await chmod(`${path}-lock`, 0o666)
    await chmod(path, 0o444)
    let answer
    try {
      answer = await open()
    } catch {
      return t.skip('another user cannot run the tests from here')
    }
    assert.equal(answer, 'storage_unwritable')
    await chmod(path, 0o666)
    await chmod(directory, 0o555)
    assert.equal(await open(), 'storage_unwritable')
    assert.equal((await stat(path)).mtimeMs, modified)
    await chmod(directory, 0o777)
  },
)
