// What the commands of this repository share.
export { fileIdentity, isSameFile, streamIdentity } from './file-identity.ts'
export type { FileIdentity } from './file-identity.ts'
export { collectSooner, giveMemoryBack } from './heap.ts'
export { progressLine } from './progress-line.ts'
export type { ProgressLine } from './progress-line.ts'
