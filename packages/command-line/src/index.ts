// What the commands of this repository share.
export { plainText, serverAddress } from './command-form.ts'
export type { CommandForm, GivenArguments, OptionForm } from './command-form.ts'
export { fileIdentity, isSameFile, streamIdentity } from './file-identity.ts'
export type { FileIdentity } from './file-identity.ts'
export { collectSooner, giveMemoryBack } from './heap.ts'
export { progressLine } from './progress-line.ts'
export type { ProgressLine } from './progress-line.ts'
