// The organization of the fixtures with more in it, for tests that need an app or a person of a special kind.
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument } from '@symbolon/test-kit'

type Org = NonNullable<OrgDocument['orgs']>[number]
type App = NonNullable<Org['oidcApps']>[number]

/** The fixture's document with these members added to the lists of its organization. */
export function acmeWith(members: { readonly [K in keyof Org]?: Org[K] }): OrgDocument {
  const document = acmeDocument()
  const [org, ...others] = document.orgs ?? []
  if (org === undefined) throw new Error('The fixture has no organization.')
  const merged = Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const own: unknown = Object.entries(org).find(([each]) => each === name)?.[1]
      return [name, Array.isArray(own) && Array.isArray(value) ? [...own, ...value] : value]
    }),
  )
  return { ...document, orgs: [{ ...org, ...merged }, ...others] }
}

/** An app of the project `portal` whose id is also its client id; without a separate secret. */
export function portalApp(id: string, app: Partial<App['app']>, others: Partial<App> = {}): App {
  return { appId: id, clientId: id, app: { projectId: 'portal', name: id, ...app }, ...others }
}
