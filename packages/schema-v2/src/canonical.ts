// Brings a document that was built by a program, not read, into the normal form that reading gives: defaults left out,
// values in their one spelling. Two documents that mean the same then have the same canonicalJson.

import type { OrgDocument } from './document.ts'
import { readDocument } from './read.ts'

export function canonicalize(document: OrgDocument): OrgDocument {
  return readDocument(document).document
}
