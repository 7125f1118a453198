// A set of texts that keeps 32 bits of each. A text that was added is always found. Another text is found by mistake with a probability of
// the number of texts divided by 2^32. It is a hash table with open addressing. https://en.wikipedia.org/wiki/Linear_probing

/** The fingerprint of nothing. */
const empty = 0
const smallest = 16
/** A table that grows is filled again at once. With several tables this never takes longer than a few milliseconds. */
const tables = 64
const tableShift = 26

/** A set of at most some millions of texts. It takes 5.3 to 10.7 bytes for each, once there are many. */
export class FingerprintSet {
  readonly #tables = Array.from({ length: tables }, () => new FingerprintTable())
  #size = 0

  /** The number of fingerprints. */
  get size(): number {
    return this.#size
  }

  add(text: string): void {
    const fingerprint = fingerprintOf(text)
    if (this.#tables[fingerprint >>> tableShift]?.add(fingerprint)) this.#size += 1
  }

  /** Whether the text may have been added. False is certain. */
  has(text: string): boolean {
    const fingerprint = fingerprintOf(text)
    return this.#tables[fingerprint >>> tableShift]?.has(fingerprint) === true
  }
}

class FingerprintTable {
  /** Its length is a power of two, and at most three quarters of it are in use. */
  #fingerprints = new Uint32Array(smallest)
  #size = 0

  /** @returns false if it was there */
  add(fingerprint: number): boolean {
    const place = this.#place(fingerprint)
    if (this.#fingerprints[place] === fingerprint) return false
    this.#fingerprints[place] = fingerprint
    this.#size += 1
    if (this.#size > this.#fingerprints.length * 0.75) this.#grow()
    return true
  }

  has(fingerprint: number): boolean {
    return this.#fingerprints[this.#place(fingerprint)] === fingerprint
  }

  /** Where the fingerprint is, or else where it belongs. */
  #place(fingerprint: number): number {
    const mask = this.#fingerprints.length - 1
    let place = fingerprint & mask
    while (this.#fingerprints[place] !== empty && this.#fingerprints[place] !== fingerprint) place = (place + 1) & mask
    return place
  }

  #grow(): void {
    const fingerprints = this.#fingerprints
    this.#fingerprints = new Uint32Array(fingerprints.length * 2)
    for (const fingerprint of fingerprints) if (fingerprint !== empty) this.#fingerprints[this.#place(fingerprint)] = fingerprint
  }
}

/** FNV-1a, then the finalizer of MurmurHash3, so that each bit depends on the whole text. http://www.isthe.com/chongo/tech/comp/fnv/ */
function fingerprintOf(text: string): number {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  bits = (bits ^ (bits >>> 16)) >>> 0
  return bits === empty ? 1 : bits
}
