// A process that runs test files, one after another. The parent process sends the path of each file, and `end` after the last one. Each
// file is a separate suite, so that its hooks are separate, and ends before the next one begins. The reporter sends what happens.
import { createHook } from 'node:async_hooks'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

/** By which `node:test` follows every promise, from its first use on. */
let hook

process.on('message', (file) => {
  // The process ends when nothing keeps it alive any more. The channel stays open for what is reported until then.
  if (file === 'end') return process.channel.unref()
  if (hook === undefined) hook = hookEnabledBy(() => suite(file))
  else {
    hook.enable()
    suite(file)
  }
})
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => process.send({ type: 'uncaught', text: inspect(error, { depth: 8 }) }))

/**
 * While a file is loaded, the hook determines which suite a test belongs to. Afterwards it only determines which test an uncaught error
 * belongs to, and takes up to a third of the processor time for that, so it is switched off.
 */
function suite(file) {
  describe(file, async () => {
    try {
      await import(pathToFileURL(file))
    } finally {
      hook?.disable()
    }
  })
}

/** @returns the hook that is enabled by the work, which `node:test` does not export */
function hookEnabledBy(work) {
  const prototype = Object.getPrototypeOf(createHook({}))
  const { enable } = prototype
  let enabled
  prototype.enable = function () {
    enabled = this
    return enable.call(this)
  }
  try {
    work()
  } finally {
    prototype.enable = enable
  }
  return enabled
}
