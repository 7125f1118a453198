// Images of brands: what a document may hold, and which type a browser receives. The content decides the type, never its name.

/** The images that a label policy may hold. */
export const brandImageNames = ['logo', 'logoDark', 'icon'] as const
/** An image of a label policy; `logoDark` takes the place of `logo` in dark surroundings, `icon` stands for the page in tabs. */
export type BrandImageName = (typeof brandImageNames)[number]

/** An image as it is served. */
export interface BrandImage {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The size of an image, in bytes. */
export const brandImageLimit = 65_536

/** Why an image cannot be shown. */
export type BrandImageProblem = 'image_malformed' | 'image_too_large' | 'image_unsupported'

/**
 * Reads an image of a document. An SVG may hold scripts and references: it is safe only as `<img>`, or with a policy that stops both.
 *
 * @param dataUrl `data:image/png;base64,…`. https://www.rfc-editor.org/rfc/rfc2397
 * @returns `image_unsupported` for content that is not of the type that the address names, such as HTML that is named an image
 */
export function readBrandImage(dataUrl: string): BrandImage | BrandImageProblem {
  const [head, named, data = ''] = /^data:([a-z]+\/[a-z+.-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  const bytes = head === undefined ? undefined : decode(data)
  if (bytes === undefined) return 'image_malformed'
  if (bytes.length > brandImageLimit) return 'image_too_large'
  const contentType = typeOf(bytes)
  return contentType === undefined || contentType !== named ? 'image_unsupported' : { contentType, bytes }
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
function typeOf(bytes: Uint8Array): BrandImage['contentType'] | undefined {
  if (has(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (has(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBPVP')) return 'image/webp'
  return isSvg(bytes) ? 'image/svg+xml' : undefined
}

function has(bytes: Uint8Array, at: number, pattern: string): boolean {
  return [...pattern].every((character, index) => bytes[at + index] === character.charCodeAt(0))
}

/** Whether the root of an XML document is `svg`. Declarations of entities are refused: an image needs none. */
function isSvg(bytes: Uint8Array): boolean {
  let rest = textOf(bytes)?.trimStart()
  if (rest === undefined) return false
  for (;;) {
    const end: string | undefined = rest.startsWith('<?xml')
      ? '?>'
      : rest.startsWith('<!--')
        ? '-->'
        : /^<!DOCTYPE svg\b[^[>]*>/.test(rest)
          ? '>'
          : undefined
    if (end === undefined) return /^<svg[\s/>]/.test(rest)
    const at: number = rest.indexOf(end)
    if (at === -1) return false
    rest = rest.slice(at + end.length).trimStart()
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
