// The frame of every page: a bar, the navigation by the rights of the visitor, and the content. It holds no inline script, style or event
// handler, so that a strict Content-Security-Policy is enough.
import { holds, theInstance } from '@symbolon/permissions'
import type { Permission, Place } from '@symbolon/permissions'
import { html } from 'hono/html'
import { consolePath } from '../client/client.ts'
import type { Texts } from '../texts/shape.ts'
import { noticeOf } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { scriptPath, stylePath } from './assets.ts'
import { consoleAddress, isolatedName, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'

/** An entry of the navigation. It is absent for visitors without the permission. */
interface Entry {
  readonly section: string
  readonly path: string
  readonly text: (texts: Texts) => string
  readonly permission: Permission
}

/** The entries of the instance, in order. */
const instanceEntries: readonly Entry[] = [
  {
    section: 'organizations',
    path: consoleAddress('orgs'),
    text: ({ navigation }) => navigation.organizations,
    permission: 'org.read',
  },
  {
    section: 'instance-members',
    path: consoleAddress('instance', 'members'),
    text: ({ navigation }) => navigation.members,
    permission: 'instance.member.read',
  },
  {
    section: 'instance-policies',
    path: consoleAddress('instance', 'policies'),
    text: ({ navigation }) => navigation.defaultPolicies,
    permission: 'instance.read',
  },
  {
    section: 'features',
    path: consoleAddress('features'),
    text: ({ navigation }) => navigation.features,
    permission: 'instance.read',
  },
  {
    section: 'keys',
    path: consoleAddress('keys'),
    text: ({ navigation }) => navigation.keys,
    permission: 'instance.read',
  },
  {
    section: 'import',
    path: consoleAddress('import'),
    text: ({ transfer }) => transfer.importHeading,
    permission: 'org.create',
  },
  {
    section: 'export',
    path: consoleAddress('export'),
    text: ({ transfer }) => transfer.exportHeading,
    permission: 'instance.delete',
  },
  {
    section: 'events',
    path: consoleAddress('events'),
    text: ({ navigation }) => navigation.events,
    permission: 'events.read',
  },
]

/** The entries of an organization, in order. */
const organizationEntries: readonly (Omit<Entry, 'path'> & { readonly pathOf: (orgId: string) => string })[] = [
  {
    section: 'org',
    pathOf: (orgId) => consoleAddress('orgs', orgId),
    text: ({ navigation }) => navigation.overview,
    permission: 'org.read',
  },
  {
    section: 'users',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'users'),
    text: ({ navigation }) => navigation.users,
    permission: 'user.read',
  },
  {
    section: 'service-users',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'service-users'),
    text: ({ navigation }) => navigation.serviceUsers,
    permission: 'user.read',
  },
  {
    section: 'projects',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'projects'),
    text: ({ projects }) => projects.heading,
    permission: 'project.read',
  },
  {
    section: 'applications',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'apps'),
    text: ({ applications }) => applications.heading,
    permission: 'project.app.read',
  },
  {
    section: 'members',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'members'),
    text: ({ navigation }) => navigation.members,
    permission: 'org.member.read',
  },
  {
    section: 'policies',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'policies'),
    text: ({ navigation }) => navigation.policies,
    permission: 'policy.read',
  },
  {
    section: 'org-events',
    pathOf: (orgId) => consoleAddress('orgs', orgId, 'events'),
    text: ({ navigation }) => navigation.events,
    permission: 'events.read',
  },
]

/** @returns the whole document of a page */
export function layout(content: ConsoleContent, visit: Visit, vendor: string): Markup {
  const { texts } = visit
  const { title, main, above = [], status = 200 } = content
  const place = content.org === undefined ? texts.title : `${plainName(content.org.name)} · ${texts.title}`
  return html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<title>${status >= 400 ? `${texts.errorPrefix} ` : ''}${plainName(title)} · ${place}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/ui/login/assets/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
<script type="module" src="${scriptPath}"></script>
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
${bar(visit, vendor)}
<div class="frame">
${navigation(content, visit)}
<main id="content" tabindex="-1">
${above.length === 0 ? nothing : breadcrumbs(above)}
<h1>${isolatedName(title)}</h1>
${notice(visit, content.undo)}
${main}
</main>
</div>
</body>
</html>
`
}

function bar({ visitor, texts }: Visit, vendor: string): Markup {
  const { user, csrf } = visitor
  return html`<header class="bar">
<a class="home" href="${consolePath}"><img src="/ui/login/assets/logo.svg" alt="" width="28" height="28"><span>${vendor} ${texts.title}</span></a>
<details class="menu"><summary>${isolatedName(user.displayName)}</summary>
<div>
<p>${texts.signedIn(plainName(user.loginName))}</p>
<a href="/ui/account">${texts.account}</a>
<form method="post" action="${consoleAddress('sign-out')}"><input type="hidden" name="csrf" value="${csrf}"><button class="plain">${texts.signOut}</button></form>
</div></details>
</header>`
}

function navigation({ section, org }: ConsoleContent, { visitor, texts }: Visit): Markup {
  const { caller } = visitor
  const visible = (permission: Permission, place: Place): boolean => holds(caller, permission, place)
  const link = (path: string, name: string, text: string): Markup =>
    html`<li><a href="${path}"${name === section ? html` aria-current="page"` : ''}>${text}</a></li>`
  const ofOrg = org === undefined ? [] : organizationEntries.filter(({ permission }) => visible(permission, { orgId: org.id }))
  const ofInstance = instanceEntries.filter(({ permission }) => visible(permission, theInstance))
  return html`<nav aria-label="${texts.navigation.label}">
<ul>${link(consolePath, 'overview', texts.navigation.overview)}</ul>
${
  org === undefined || ofOrg.length === 0
    ? ''
    : html`<h2>${isolatedName(org.name)}</h2>
<ul>${ofOrg.map(({ section: name, pathOf, text }) => link(pathOf(org.id), name, text(texts)))}</ul>`
}
${
  ofInstance.length === 0
    ? ''
    : html`<h2>${texts.navigation.instance}</h2>
<ul>${ofInstance.map(({ section: name, path, text }) => link(path, name, text(texts)))}</ul>`
}
</nav>`
}

function breadcrumbs(above: NonNullable<ConsoleContent['above']>): Markup {
  return html`<ol class="above">${above.map(({ path, title }) => html`<li><a href="${path}">${isolatedName(title)}</a></li>`)}</ol>`
}

function notice(visit: Visit, undo: Markup = nothing): Markup {
  const text = noticeOf(visit)
  return text === undefined ? nothing : html`<div class="notice"><p role="status">${isolatedName(text)}</p>${undo}</div>`
}
