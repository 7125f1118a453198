// The domains of an organization. An organization adds them; only the instance says that they are verified.
import { canonicalDomain, ForbiddenForm, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, StoredResource } from '@symbolon/core-protocol'
import { findResource, getResource, ifAbsent, listResources, putResource, removeResource } from '@symbolon/management-api'
import type { Changed } from '@symbolon/management-api'
import { holds, may } from '@symbolon/permissions'
import type { FieldViolation } from '@symbolon/rest'
import { html } from 'hono/html'
import { csrfField, textField } from '../html/form.ts'
import { consoleAddress, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'
import { problemsOf } from '../html/problems.ts'
import { orgOf, targetOf } from '../resource/resources.ts'
import { afterChange } from '../undo/undo.ts'
import type { Done } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** At most this many domains are shown. */
const most = 200

type Act = 'add' | 'primary' | 'remove' | 'verify'

const done: Readonly<Record<Act, Done>> = { add: 'added', primary: 'changed', remove: 'removed', verify: 'changed' }

/** `GET /ui/console/orgs/:orgId/domains`. */
export async function domainsPage(visit: Visit): Promise<ConsoleContent> {
  return await shown(visit, '', [])
}

async function shown(visit: Visit, typed: string, errors: readonly FieldViolation[]): Promise<ConsoleContent> {
  const { texts, visitor, management } = visit
  const words = texts.domains
  const org = await orgOf(visit, 'org.read')
  const { items } = await listResources({ kind: 'orgDomain', orgId: org.id, limit: most }, management)
  const mayChange = may(visitor.caller, 'change', 'orgDomain', { orgId: org.id }) === undefined
  return {
    title: words.heading,
    section: 'domains',
    org,
    errors,
    main: html`<p>${words.lead}</p>
<div class="table" tabindex="0" role="region" aria-label="${words.heading}"><table>
<thead><tr><th scope="col">${words.name}</th><th scope="col">${texts.users.state}</th>${mayChange ? html`<th scope="col">${words.acts}</th>` : nothing}</tr></thead>
<tbody>${items.map((domain) => row(domain, org.id, mayChange, visit))}</tbody></table></div>
${mayChange ? html`<p class="help">${holds(visitor.caller, 'org.verify', { orgId: org.id }) ? words.verifyHelp : words.removeHelp}</p>` : nothing}
${
  mayChange
    ? html`<form method="post" class="fields end">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="add">
${textField({ name: 'domainName', label: words.name, help: words.nameHelp, value: typed, required: true, errors })}
<div><button>${words.add}</button></div>
</form>`
    : nothing
}`,
  }
}

function row({ key: [, name = ''], content }: StoredResource, orgId: string, mayChange: boolean, { texts, visitor }: Visit): Markup {
  const words = texts.domains
  const isVerified = content['isVerified'] === true
  const isPrimary = content['isPrimary'] === true
  const mayVerify = holds(visitor.caller, 'org.verify', { orgId })
  const form = (act: Act, text: string): Markup =>
    html`<form method="post">${csrfField(visitor.csrf)}<input type="hidden" name="act" value="${act}"><input type="hidden" name="domainName" value="${name}"><button class="plain" aria-label="${text}: ${plainName(name)}">${text}</button></form>`
  return html`<tr><th scope="row"><code>${plainName(name)}</code></th>
<td><span class="badge${isVerified ? ' good' : ''}">${isVerified ? words.verified : words.notVerified}</span>${isPrimary ? html` <span class="badge">${words.primary}</span>` : nothing}</td>
${
  mayChange
    ? html`<td><div class="ways">${!isVerified && mayVerify ? form('verify', words.verify) : nothing}${!isPrimary && (isVerified || mayVerify) ? form('primary', words.makePrimary) : nothing}${isPrimary ? nothing : form('remove', words.remove)}</div></td>`
    : nothing
}</tr>`
}

/**
 * `POST /ui/console/orgs/:orgId/domains`.
 * @throws ForbiddenForm for an unknown act, PageNotFound without the right
 */
export async function changeDomains(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { management, texts } = visit
  const org = await orgOf(visit, 'org.read')
  const name = canonicalDomain(fields.get('domainName') ?? '')
  const act = (Object.keys(done) as Act[]).find((each) => each === fields.get('act'))
  if (act === undefined) throw new ForbiddenForm()
  if (may(visit.visitor.caller, 'change', 'orgDomain', { orgId: org.id }) !== undefined) throw new PageNotFound()
  const target = targetOf('domains', org.id, name)
  const before = await findResource(target, management)
  let changed: Changed
  try {
    if (act === 'add') changed = await putResource(target, {}, { conditions: ifAbsent, dryRun: false }, management)
    else {
      const options = { conditions: { ifMatch: '*', ifNoneMatch: undefined }, dryRun: false }
      const { content } = await getResource(target, management)
      if (act === 'remove') changed = await removeResource(target, options, management)
      else changed = await putResource(target, { ...content, [act === 'verify' ? 'isVerified' : 'isPrimary']: true }, options, management)
    }
  } catch (error) {
    return await shown(visit, act === 'add' ? name : '', problemsOf(error, texts.reasons))
  }
  const mayVerify = holds(visit.visitor.caller, 'org.verify', { orgId: org.id })
  return await afterChange(visit, consoleAddress('orgs', org.id, 'domains'), done[act], name, {
    target,
    // A visitor who may not verify domains adds an unverified one.
    before: act === 'remove' && !mayVerify ? { content: {} } : before,
    now: changed.stored,
  })
}
