// Holds what a server does against its OpenAPI document.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import assert from 'node:assert/strict'
import type { OpenApiDocument } from '@symbolon/management-api'

/** Whether a value fits a schema of the document. */
export interface Validity {
  readonly valid: boolean
  /** What does not fit. */
  readonly errors: string
}

export interface DocumentedApi {
  readonly document: OpenApiDocument
  /** @param pointer into the document, e.g. `#/components/schemas/Project` */
  readonly validate: (pointer: string, value: unknown) => Validity
  /**
   * Asserts that an answer is documented: its status, its content type and its body.
   * @returns the body
   */
  readonly check: (method: string, path: string, response: Response) => Promise<unknown>
}

type Json = Readonly<Record<string, unknown>>

export function documentedApi(document: OpenApiDocument): DocumentedApi {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const paths = Object.entries(document.paths).map(([template, item]) => {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return { template, item, pattern }
  })

  function validate(pointer: string, value: unknown): Validity {
    const schema = ajv.getSchema(`openapi${pointer}`)
    if (schema === undefined) throw new TypeError(`${pointer} is not in the document`)
    const valid = schema(value) === true
    return { valid, errors: ajv.errorsText(schema.errors) }
  }

  async function check(method: string, path: string, response: Response): Promise<unknown> {
    const bare = path.replace(/\?.*$/, '')
    // A path without parameters is meant before one with parameters.
    const matches = paths.filter(({ pattern }) => pattern.test(bare))
    const found = matches.find(({ template }) => !template.includes('{')) ?? matches[0]
    assert.ok(found !== undefined, `${path} is not documented`)
    const operation: unknown = Reflect.get(found.item, method.toLowerCase())
    assert.ok(operation !== undefined, `${method} ${found.template} is not documented`)
    const responses = (operation as { responses: Record<string, Json> }).responses
    const documented = responses[String(response.status)]
    assert.ok(documented !== undefined, `${method} ${found.template}: ${response.status} is not documented`)
    const escaped = found.template.replaceAll('~', '~0').replaceAll('/', '~1')
    const place =
      typeof documented['$ref'] === 'string'
        ? documented['$ref']
        : `#/paths/${escaped}/${method.toLowerCase()}/responses/${response.status}`
    const text = await response.text()
    if (documented['content'] === undefined && documented['$ref'] === undefined) {
      assert.equal(text, '')
      return undefined
    }
    assert.equal(response.headers.get('content-type'), 'application/json')
    const body: unknown = JSON.parse(text)
    const { valid, errors } = validate(`${encodeURI(place)}/content/application~1json/schema`, body)
    assert.ok(valid, `${method} ${path} ${response.status}: ${errors}\n${text}`)
    return body
  }

  return { document, validate, check }
}
