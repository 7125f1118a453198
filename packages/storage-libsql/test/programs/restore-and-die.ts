// Restores a database, and dies just before one of the steps that change a file.
import files from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { restoreDatabase } from '../../src/index.ts'
import { say } from './say.ts'

const [url = '', from = '', fatal = ''] = process.argv.slice(2)
let step = 0

function dieAt(target: object, name: string): void {
  const original: unknown = Reflect.get(target, name)
  if (typeof original !== 'function') throw new TypeError(name)
  Reflect.set(target, name, (...args: unknown[]): unknown => {
    if (step === Number(fatal)) process.kill(process.pid, 'SIGKILL')
    step += 1
    return Reflect.apply(original, target, args)
  })
}

for (const name of ['copyFile', 'link', 'open', 'rename', 'rm']) dieAt(promises, name)
for (const name of ['openSync', 'writeSync', 'fsyncSync', 'closeSync', 'rmSync']) dieAt(files, name)
syncBuiltinESMExports()

await restoreDatabase(from, { url }, { force: true, keep: true })
say('restored')
