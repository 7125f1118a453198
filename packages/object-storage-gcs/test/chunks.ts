// Streams of bytes for tests.

/** Some `megabytes`, in chunks that do not end where parts do. */
export async function* bytes(megabytes: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < megabytes * 16; index += 1) {
    const chunk = new Uint8Array(65_521).fill(index & 255)
    chunk[index] = 255 - (index & 255)
    yield chunk
  }
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

export async function* texts(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield new TextEncoder().encode(part)
}
