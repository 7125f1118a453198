// Reads the write-ahead log as SQLite does after a crash: up to the first frame with a wrong checksum. While a database is open, SQLite
// does not check the log again. https://www.sqlite.org/fileformat2.html#the_write_ahead_log
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const headerLength = 32
const frameHeaderLength = 24
/** Of `user_version` in the first page of the database. https://www.sqlite.org/fileformat2.html#the_database_header */
export const numberOffset = 60
/** A longer log is not read: reading is synchronous and would block the event loop. */
const maxLogSize = 64 * 1024 * 1024

/**
 * Reads a log. SQLite holds no POSIX locks on the log, which closing the file here would release.
 * @param path of the log
 * @returns the number of its last transaction, see `NativeConnection.number`; undefined if it has none that SQLite would find after a crash;
 *   `too_long` for a log that is not read
 */
export function readWal(path: string): number | 'too_long' | undefined {
  const file = openSync(path, 'r')
  try {
    return fstatSync(file).size > maxLogSize ? 'too_long' : lastNumber(file)
  } finally {
    closeSync(file)
  }
}

function lastNumber(file: number): number | undefined {
  const header = read(file, 0, headerLength)
  const littleEndian = header?.getUint32(0) === 0x377f0682
  if (header === undefined || (!littleEndian && header.getUint32(0) !== 0x377f0683)) return undefined
  let sum: Checksum = checksum(header, 0, 24, littleEndian, [0, 0])
  if (!checksumMatches(header, 24, sum)) return undefined
  const frameLength = frameHeaderLength + header.getUint32(8)
  let number: number | undefined
  let waiting: number | undefined
  for (let index = 0; ; index += 1) {
    const frame = read(file, headerLength + index * frameLength, frameLength)
    // Frames with another salt are left over from before the log was reset.
    if (frame?.getUint32(8) !== header.getUint32(16) || frame.getUint32(12) !== header.getUint32(20)) return number
    sum = checksum(frame, frameHeaderLength, frameLength, littleEndian, checksum(frame, 0, 8, littleEndian, sum))
    if (!checksumMatches(frame, 16, sum)) return number
    if (frame.getUint32(0) === 1) waiting = frame.getUint32(frameHeaderLength + numberOffset)
    // The last frame of a transaction contains the size of the database.
    if (frame.getUint32(4) > 0) number = waiting
  }
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

function checksumMatches(bytes: DataView, at: number, [first, second]: Checksum): boolean {
  return bytes.getUint32(at) === first && bytes.getUint32(at + 4) === second
}

function read(file: number, position: number, length: number): DataView | undefined {
  const bytes = new Uint8Array(length)
  return readSync(file, bytes, 0, length, position) === length ? new DataView(bytes.buffer) : undefined
}
