// The frame of every page: a bar, the navigation by the rights of the visitor, and the content. It holds no inline script, style or event
// handler, so that a strict Content-Security-Policy is enough.
import { html } from 'hono/html'
import { consolePath } from '../client/client.ts'
import { noticeOf, provenParameter, undoParameter } from '../visit/notice.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { scriptPath, stylePath } from './assets.ts'
import { entriesOfInstance, entriesOfOrganization } from './entries.ts'
import type { Entry } from './entries.ts'
import { errorSummary } from '../html/form.ts'
import { consoleAddress, isolatedName, nothing, plainName } from '../html/markup.ts'
import type { Markup } from '../html/markup.ts'

/** @returns the whole document of a page */
export function layout(content: ConsoleContent, visit: Visit, vendor: string): Markup {
  const { texts } = visit
  const { title, main, above = [], errors = [], status = 200 } = content
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
${notice(visit)}
${errorSummary(errors, texts)}
${main}
</main>
</div>
</body>
</html>
`
}

function bar({ visitor, texts, request, query }: Visit, vendor: string): Markup {
  const { user, csrf } = visitor
  return html`<header class="bar">
<a class="home" href="${consolePath}"><img src="/ui/login/assets/logo.svg" alt="" width="28" height="28"><span>${vendor} ${texts.title}</span></a>
<form class="find" role="search" aria-label="${texts.search.find}" action="${consoleAddress('search')}">
<input type="search" name="q" id="find" aria-label="${texts.search.find}" placeholder="${texts.search.placeholder}" value="${request.path === consoleAddress('search') ? (query.get('q') ?? '') : ''}" maxlength="200" autocomplete="off" data-find="found">
<div id="found" class="found" role="status" hidden></div>
</form>
<details class="menu"><summary>${isolatedName(user.displayName)}</summary>
<div>
<p>${texts.signedIn(plainName(user.loginName))}</p>
<a href="/ui/account">${texts.account}</a>
<form method="post" action="${consoleAddress('sign-out')}"><input type="hidden" name="csrf" value="${csrf}"><button class="plain">${texts.signOut}</button></form>
</div></details>
</header>`
}

function navigation({ section, org }: ConsoleContent, { visitor, texts }: Visit): Markup {
  const link = ({ section: name, path, text }: Pick<Entry, 'section' | 'path' | 'text'>): Markup =>
    html`<li><a href="${path}"${name === section ? html` aria-current="page"` : ''}>${text(texts)}</a></li>`
  const ofOrg = org === undefined ? [] : entriesOfOrganization(visitor.caller, org.id)
  const ofInstance = entriesOfInstance(visitor.caller)
  return html`<nav aria-label="${texts.navigation.label}">
<input type="checkbox" id="menu" class="unseen"><label for="menu" class="button secondary">${texts.navigation.menu}</label>
<div class="entries">
<ul>${link({ section: 'overview', path: consolePath, text: ({ navigation: { overview } }) => overview })}</ul>
${
  org === undefined || ofOrg.length === 0
    ? ''
    : html`<h2>${isolatedName(org.name)}</h2>
<ul>${ofOrg.map(link)}</ul>`
}
${
  ofInstance.length === 0
    ? ''
    : html`<h2>${texts.navigation.instance}</h2>
<ul>${ofInstance.map(link)}</ul>`
}
</div>
</nav>`
}

function breadcrumbs(above: NonNullable<ConsoleContent['above']>): Markup {
  return html`<ol class="above">${above.map(({ path, title }) => html`<li><a href="${path}">${isolatedName(title)}</a></li>`)}</ol>`
}

function notice(visit: Visit): Markup {
  const text = noticeOf(visit)
  return text === undefined ? nothing : html`<div class="notice"><p role="status">${isolatedName(text)}</p>${undoForm(visit)}</div>`
}

/** The change that the notice reports can be undone. */
function undoForm({ query, visitor, texts }: Visit): Markup {
  const sealed = query.get(undoParameter)
  if (sealed === null || query.has(provenParameter)) return nothing
  return html`<form method="post" action="${consoleAddress('undo')}?${new URLSearchParams({ [undoParameter]: sealed }).toString()}"><input type="hidden" name="csrf" value="${visitor.csrf}"><button class="plain">${texts.undo.act}</button></form>`
}
