// The root of the input: the export itself or the answer that holds it (`{"orgs": …}`), or a request of an import around it.

/** Members of an import request that hold the document, as an object or as text. The second pair is for exports of later versions. */
const documents = new Set(['data_orgsv1', 'dataOrgsv1', 'data_orgs', 'dataOrgs'])

/** Members of an import request that say where the document lies instead. */
const elsewhere = /^data_?orgs(v1)?_?(local|s3|gcs)$/i

export type RootMember = 'orgs' | 'document' | 'elsewhere' | 'beside'

export function rootMember(name: string): RootMember {
  if (name === 'orgs') return 'orgs'
  if (documents.has(name)) return 'document'
  return elsewhere.test(name) ? 'elsewhere' : 'beside'
}

export const problems = {
  several: 'is a second source; keep one of them',
  elsewhere: 'names a file in another place; convert that file',
  notAnExport: 'holds no "orgs"; it is no export of organizations',
  notAnObject: 'must be an object, written in braces',
  notADocument: 'must be an object, written in braces, or the same as text',
  notAList: 'must be a list, written in brackets',
} as const
