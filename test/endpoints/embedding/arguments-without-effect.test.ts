// A factory that is given what it does not know refuses it when it is called: JavaScript has no compiler that would say so.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'

const packages = new URL('../../../packages/', import.meta.url)
/** Packages whose functions are parts, or make them. */
const composed = readdirSync(packages).filter((name) =>
  /^(?:account|admin-api|core-protocol|grants-.+|login|login-.+|management-api|rate-limiting)$/.test(name),
)

type Factory = (...given: unknown[]) => unknown

/** Whether a value belongs to a composition: a part, or an authenticator, a step or a section of one. */
function isComposable(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isComposable)
  if (typeof value !== 'object' || value === null) return false
  const has = (member: string): boolean => Object.hasOwn(value, member)
  return (has('stores') && has('name')) || (has('clients') && has('endpoints'))
}

function called(factory: Factory, ...given: unknown[]): { readonly value?: unknown; readonly code?: unknown } {
  try {
    return { value: factory(...given) }
  } catch (error) {
    return { code: error instanceof TypeError ? Reflect.get(error, 'code') : undefined }
  }
}

for (const name of composed) {
  test(`${name}: a factory that needs no argument refuses one that has no effect`, async () => {
    const exported = (await import(new URL(`${name}/src/index.ts`, packages).href)) as Readonly<Record<string, unknown>>
    const factories = Object.entries(exported).filter(
      (entry): entry is [string, Factory] => typeof entry[1] === 'function' && /^[a-z]/.test(entry[0]) && entry[1].length === 0,
    )
    const parts = factories.filter(([, make]) => isComposable(called(make).value))
    for (const [factory, make] of parts) {
      for (const given of [{ pkce: 'optional' }, { constructor: 1 }, 'text', 1, true])
        assert.ok(['unknown_option', 'option_missing'].includes(String(called(make, given).code)), `${factory}(${JSON.stringify(given)})`)
      assert.ok(isComposable(called(make, undefined).value), factory)
    }
    if (name.startsWith('grants-')) assert.equal(parts.length, 1)
  })
}

/** The required options of factories, with values that are not looked at before the names are checked. */
const required: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  account: { identitiesSection: ['connectPath', 'others'], passkeysSection: ['list', 'rename', 'remove', 'others'] },
  'admin-api': { applyEndpoint: ['hashing'], backupEndpoint: ['open'], importEndpoints: ['hashing'] },
  login: { emailChange: ['mail'], passwordChange: ['hashing'] },
  'management-api': { managementEndpoints: ['hashing'] },
}

for (const [name, factories] of Object.entries(required)) {
  test(`${name}: a factory with required options refuses an unknown option, and a missing one`, async () => {
    const exported = (await import(new URL(`${name}/src/index.ts`, packages).href)) as Readonly<Record<string, Factory>>
    for (const [factory, options] of Object.entries(factories)) {
      const make = exported[factory] ?? assert.fail(factory)
      const given = Object.fromEntries(options.map((option) => [option, {}]))
      assert.equal(called(make, { ...given, bodyLimt: 1 }).code, 'unknown_option', factory)
      assert.equal(called(make, {}).code, 'option_missing', factory)
      assert.equal(called(make, undefined).code, 'option_missing', factory)
    }
  })
}
