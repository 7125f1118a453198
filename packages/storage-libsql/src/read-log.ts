// Reads the log of a database as SQLite does when it starts after a crash: up to the first frame whose checksum is wrong. While the
// database is served SQLite trusts the log without looking. https://www.sqlite.org/fileformat2.html#the_write_ahead_log
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export type LogReading =
  /** The log is empty, or holds nothing that was counted. */
  | { readonly state: 'nothing' }
  /** `number` of the last transaction in it; see `NativeConnection.number`. */
  | { readonly state: 'read', readonly number: number }
  /** Its header or its first frame is wrong. */
  | { readonly state: 'damaged' }

const headerLength = 32
const frameHeaderLength = 24
/** Of the database's first page: `user_version`. https://www.sqlite.org/fileformat2.html#the_database_header */
const numberOffset = 60
/** More is not read at once, because nothing else happens meanwhile. */
const longestLog = 64 * 1024 * 1024

/** @param path of the log, on which SQLite has no locks that closing it here would free */
export function readLog(path: string): LogReading {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    return size === 0 || size > longestLog ? { state: 'nothing' } : readFrames(file)
  } finally {
    closeSync(file)
  }
}

function readFrames(file: number): LogReading {
  const header = read(file, 0, headerLength)
  const littleEndian = header?.getUint32(0) === 0x377f0682
  if (header === undefined || (!littleEndian && header.getUint32(0) !== 0x377f0683)) return { state: 'damaged' }
  let sum: Checksum = checksum(header, 0, 24, littleEndian, [0, 0])
  if (!stands(header, 24, sum)) return { state: 'damaged' }
  const frameLength = frameHeaderLength + header.getUint32(8)
  let number: number | undefined
  let waiting: number | undefined
  for (let index = 0; ; index += 1) {
    const frame = read(file, headerLength + index * frameLength, frameLength)
    if (frame === undefined) break
    // Frames of another salt are left from before the log began anew.
    const ofThisLog = frame.getUint32(8) === header.getUint32(16) && frame.getUint32(12) === header.getUint32(20)
    sum = checksum(frame, frameHeaderLength, frameLength, littleEndian, checksum(frame, 0, 8, littleEndian, sum))
    if (!ofThisLog || !stands(frame, 16, sum)) {
      if (index === 0) return { state: 'damaged' }
      break
    }
    if (frame.getUint32(0) === 1) waiting = frame.getUint32(frameHeaderLength + numberOffset)
    // The size of the database stands in the frame that ends a transaction.
    if (frame.getUint32(4) > 0) number = waiting
  }
  return number === undefined ? { state: 'nothing' } : { state: 'read', number }
}

type Checksum = readonly [first: number, second: number]

/** https://www.sqlite.org/fileformat2.html#checksum_algorithm */
function checksum(bytes: DataView, from: number, to: number, littleEndian: boolean, [first, second]: Checksum): Checksum {
  let [a, b] = [first, second]
  for (let at = from; at < to; at += 8) {
    a = (a + bytes.getUint32(at, littleEndian) + b) >>> 0
    b = (b + bytes.getUint32(at + 4, littleEndian) + a) >>> 0
  }
  return [a, b]
}

function stands(bytes: DataView, at: number, [first, second]: Checksum): boolean {
  return bytes.getUint32(at) === first && bytes.getUint32(at + 4) === second
}

function read(file: number, position: number, length: number): DataView | undefined {
  const bytes = new Uint8Array(length)
  return readSync(file, bytes, 0, length, position) === length ? new DataView(bytes.buffer) : undefined
}
