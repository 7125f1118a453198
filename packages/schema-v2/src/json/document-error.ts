// The error for a document that cannot be read. The message is public: it names the place and the expected value, and never quotes a value
// of the document.

/** The document cannot be read. The message names the place and what is expected there, and never quotes a value. */
export class DocumentError extends Error {
  readonly code = 'invalid_document'
  /** Where in the document, for instance `orgs[0].humanUsers[3].user.userName`; empty for the document as a whole. */
  readonly path: string

  constructor(path: string, expectation: string) {
    super(`${path === '' ? 'The document' : path} ${expectation}.`)
    this.name = 'DocumentError'
    this.path = path
  }
}
