// A process that runs test files, one after another. The parent process sends the path of each file, and `end` after the last one. Each
// file is a suite of its own, so that its hooks are its own, and ends before the next one begins. The reporter sends what happens.
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

process.on('message', (file) => {
  // The process ends when nothing keeps it alive any more. The channel stays open for what is reported until then.
  if (file === 'end') return process.channel.unref()
  describe(file, async () => {
    await import(pathToFileURL(file))
  })
})
