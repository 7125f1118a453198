// The rules for passwords of an organization, once the document is applied: the rules of the document if it may change them, otherwise
// the stored rules.
import type { DirectoryStore } from '@symbolon/core-protocol'
import { may, theInstance } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import { passwordPolicyOf } from '@symbolon/schema-v2'
import type { PasswordPolicy } from '@symbolon/schema-v2'
import type { Content, DesiredResource } from '../desired/desired-resource.ts'

const names = ['loginPolicy', 'passwordComplexityPolicy', 'passwordAgePolicy'] as const

type Policies = Readonly<Partial<Record<(typeof names)[number], Content>>>

/** The policies of a run. */
export interface PasswordPolicies {
  /** Learns the policies among resources that the document brings, where the caller may change them. */
  learn(resources: readonly DesiredResource[], caller: Caller): void
  /** @throws the errors of the directory */
  of(orgId: string | undefined): Promise<PasswordPolicy>
}

/** @param update whether a policy of the document replaces one that is stored */
export function passwordPolicies(directory: Pick<DirectoryStore, 'find'>, update: boolean): PasswordPolicies {
  const learned = new Map<string, Content>()

  async function find(orgId: string | undefined): Promise<Policies> {
    const references = names.map((name) =>
      orgId === undefined ? ({ kind: 'instancePolicy', key: [name] } as const) : ({ kind: 'orgPolicy', key: [orgId, name] } as const),
    )
    const stored = new Map((await directory.find(references)).map(({ key, content }) => [key.join('/'), content]))
    return Object.fromEntries(
      references.flatMap(({ key }) => {
        const [first, second] = update ? [learned, stored] : [stored, learned]
        const content = first.get(key.join('/')) ?? second.get(key.join('/'))
        return content === undefined ? [] : [[key.at(-1) ?? '', content]]
      }),
    )
  }

  return {
    learn(resources, caller) {
      for (const { kind, key, orgId, content } of resources) {
        if ((kind !== 'orgPolicy' && kind !== 'instancePolicy') || !names.some((name) => name === key.at(-1))) continue
        const refusal = may(caller, 'change', kind, orgId === undefined ? theInstance : { orgId })
        if (refusal === undefined) learned.set(key.join('/'), content)
      }
    },
    async of(orgId) {
      const ofInstance = await find(undefined)
      const ofOrg: Policies = orgId === undefined ? {} : await find(orgId)
      const login = ofOrg.loginPolicy ?? ofInstance.loginPolicy
      return passwordPolicyOf(
        ofOrg.passwordComplexityPolicy ?? ofInstance.passwordComplexityPolicy,
        ofInstance.passwordAgePolicy,
        login?.['forceMfa'] === true || login?.['forceMfaLocalOnly'] === true,
      )
    },
  }
}
