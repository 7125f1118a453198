// Lays the command out as npm does, and prints its path. In a separate process: bundling takes hundreds of megabytes, and the peak memory
// of a process on Linux counts what its parent used when it was started.
import { installCommand } from '../http/packed-command.ts'

const [, , directory = ''] = process.argv
console.log(await installCommand(directory))
