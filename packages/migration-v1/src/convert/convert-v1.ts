// Converts a document in memory: the text of an export, its bytes, or the parsed value.

import type { Path } from '@symbolon/json-stream'
import type { OrgDocument } from '@symbolon/schema-v2'
import { createSignInForecasts } from './sign-in-forecasts.ts'
import { createDocumentReader, defaultLimits } from '../input/document-reader.ts'
import { readParsed } from '../input/read-parsed.ts'
import { V1InputError } from '../input/v1-input-error.ts'
import type { LedgerRow } from '../ledger/ledger.ts'
import { createTally } from '../ledger/report.ts'
import type { Report } from '../ledger/report.ts'
import { collectPieces, createConversion } from './conversion.ts'
import type { Conversion, V1Options } from './conversion.ts'

/** A converted document, with its ledger. */
export interface Converted {
  /** Canonical: `canonicalJson(document)` is the same text for all inputs with the same meaning. */
  readonly document: OrgDocument
  readonly report: Report
}

/**
 * Converts a document in memory. A string is JSON text.
 * @throws V1InputError when the input cannot be read; objects that do not match the format are rows of the report
 */
export function convertV1(input: unknown, options: V1Options = {}): Converted {
  const rows: LedgerRow[] = []
  const tally = createTally()
  const forecasts = createSignInForecasts()
  const { add, document } = collectPieces()
  const conversion = createConversion({
    ...options,
    // The input is in memory already, so a limit on held bytes would gain nothing.
    maxHeldBytes: Infinity,
    onPiece(piece, index) {
      forecasts.add(piece)
      add(piece, index)
    },
    onRow(row) {
      rows.push(row)
      tally.add(row)
    },
  })
  if (typeof input === 'string') readText(input, conversion)
  else if (input instanceof Uint8Array) readBytes(input, conversion)
  else readInner(readParsed(input, conversion), conversion)
  conversion.end()
  return { document: document(), report: { counts: conversion.counts(), reasons: tally.totals(), signIns: forecasts.end(), rows } }
}

function readText(text: string, conversion: Conversion, base?: Path): void {
  if (!text.isWellFormed()) throw new V1InputError('not_utf8', { path: base ?? [] }, 'holds a lone surrogate; remove it')
  readBytes(new TextEncoder().encode(text), conversion, base)
}

function readBytes(bytes: Uint8Array, conversion: Conversion, base?: Path): void {
  const reader = createDocumentReader(conversion, { limits: { ...defaultLimits, maxValueBytes: Infinity }, base })
  conversion.locate(() => reader.place().offset)
  reader.write(bytes)
  readInner(reader.end(), conversion)
}

function readInner(inner: ReturnType<typeof readParsed>, conversion: Conversion): void {
  if (inner !== undefined) readText(inner.text, conversion, inner.base)
}
