// Images of brands: the content decides what an image is.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brandImageLimit, readBrandImage } from '../src/index.ts'

const dataUrl = (type: string, content: string): string => `data:image/${type};base64,${btoa(content)}`
const png = '\x89PNG\r\n\x1a\n rest'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

describe('BR-03 the image of a brand', () => {
  for (const [title, type, content] of [
    ['PNG', 'png', png],
    ['JPEG', 'jpeg', '\xff\xd8\xff\xe0 rest'],
    ['WebP', 'webp', 'RIFF\x00\x01\x02\x03WEBPVP8L rest'],
    ['SVG', 'svg+xml', svg],
    [
      'SVG after a declaration, comments and a document type',
      'svg+xml',
      `\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n${svg}`,
    ],
  ] as const) {
    test(`may be ${title}`, () => {
      const read = readBrandImage(dataUrl(type, content))
      assert.ok(typeof read === 'object', String(read))
      assert.equal(read.contentType, `image/${type}`)
      assert.equal(String.fromCharCode(...read.bytes), content)
    })
  }

  for (const [title, value, problem] of [
    ['HTML that is named a PNG', dataUrl('png', '<!DOCTYPE html><script>alert(1)</script>'), 'image_unsupported'],
    ['HTML that is named an SVG', dataUrl('svg+xml', '<html><svg/></html>'), 'image_unsupported'],
    ['HTML after a comment', dataUrl('svg+xml', '<!-- <svg --><html/>'), 'image_unsupported'],
    ['an SVG that is named a PNG', dataUrl('png', svg), 'image_unsupported'],
    ['a GIF', dataUrl('gif', 'GIF89a'), 'image_unsupported'],
    ['an SVG that declares entities', dataUrl('svg+xml', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`), 'image_unsupported'],
    ['an SVG that is not UTF-8', dataUrl('svg+xml', `${svg}\xff`), 'image_unsupported'],
    ['a comment without an end', dataUrl('svg+xml', '<!-- <svg>'), 'image_unsupported'],
    ['nothing', dataUrl('png', ''), 'image_malformed'],
    ['broken base64', 'data:image/png;base64,AAAAA', 'image_malformed'],
    ['an address elsewhere', 'https://cdn.example/logo.png', 'image_malformed'],
    ['more than 64 KiB', dataUrl('png', png.padEnd(brandImageLimit + 1)), 'image_too_large'],
  ] as const) {
    test(`may not be ${title}`, () => assert.equal(readBrandImage(value), problem))
  }

  test('may have 64 KiB', () => assert.equal(typeof readBrandImage(dataUrl('png', png.padEnd(brandImageLimit))), 'object'))
})
