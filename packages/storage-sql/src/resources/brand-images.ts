// The names of the images of brands. A name says which policy holds the image, and holds the digest of the image: `<digest>.<member>` for the
// instance, `<digest>.<member>.<id in hexadecimal>` for an organization.
import { digest, equalDigests } from '@symbolon/core-protocol'
import { brandImageNames, readBrandImage } from '@symbolon/schema-v2'
import type { BrandImage, BrandImageName, Branding } from '@symbolon/schema-v2'
import { textAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'

/** What the name of an image says. */
export interface ImageName {
  readonly imageDigest: string
  readonly member: BrandImageName
  /** Undefined for an image of the instance. */
  readonly orgId: string | undefined
}

/** @param orgId of the organization whose label policy it is; undefined for that of the instance */
export function imageNames(label: Content, orgId: string | undefined): Branding['images'] {
  const owner = orgId === undefined ? '' : `.${encode(orgId)}`
  return Object.fromEntries(
    brandImageNames.flatMap((member) => {
      const image = textAt(label, member)
      return image === undefined ? [] : [[member, `${digest(image)}.${member}${owner}`]]
    }),
  )
}

/** @returns undefined for a text that names no image */
export function readImageName(name: string): ImageName | undefined {
  const [, imageDigest, named, owner] = /^([\w-]{43})\.([A-Za-z]+)(?:\.((?:[0-9a-f]{2}){1,800}))?$/.exec(name) ?? []
  const member = brandImageNames.find((each) => each === named)
  if (imageDigest === undefined || member === undefined) return undefined
  return { imageDigest, member, orgId: owner === undefined ? undefined : decode(owner) }
}

/** @returns undefined when the policy holds another image, or none that a page could show */
export function imageOf(label: Content, { imageDigest, member }: ImageName): BrandImage | undefined {
  const image = textAt(label, member)
  if (image === undefined || !equalDigests(digest(image), imageDigest)) return undefined
  const read = readBrandImage(image)
  return typeof read === 'string' ? undefined : read
}

/** The bytes in UTF-8 as hexadecimal digits. */
function encode(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function decode(digits: string): string {
  return new TextDecoder().decode(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
}
