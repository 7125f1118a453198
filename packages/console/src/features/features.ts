// The features that parts of the server depend on: a list, and the form that switches one.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer, FeatureName, RequestContext } from '@symbolon/core-protocol'
import { switchFeature as switchTo } from '@symbolon/management-api'
import { may, theInstance } from '@symbolon/permissions'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { consoleAddress } from '../html/markup.ts'
import { afterSwitch } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

type FeaturesContext = RequestContext<'features'>

const path = consoleAddress('features')

/**
 * `GET /ui/console/features`.
 * @throws PageNotFound without the right
 */
export async function featuresPage(visit: Visit, context: FeaturesContext): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  if (may(visitor.caller, 'list', 'feature', theInstance) !== undefined) throw new PageNotFound()
  const mayChange = may(visitor.caller, 'change', 'feature', theInstance) === undefined
  const { flags } = await context.stores.features.get()
  const { features: words } = texts
  return {
    title: words.heading,
    section: 'features',
    main: html`<p>${words.intro}</p>
${
  context.features.carried.length === 0
    ? html`<p class="empty card">${words.empty}</p>`
    : html`<ul class="cards">${context.features.carried.map((name) => {
        const isOn = flags[name] === true
        const title = isOn ? words.switchOff(words.names[name]) : words.switchOn(words.names[name])
        return html`<li class="card"><h2>${words.names[name]} <span class="badge">${isOn ? words.on : words.off}</span></h2>
<p>${words.sentences[name]}</p>
${mayChange ? html`<a class="button secondary" href="${consoleAddress('features', name)}">${title}</a>` : ''}</li>`
      })}</ul>`
}`,
  }
}

/** `GET /ui/console/features/:name`. */
export async function featurePage(visit: Visit, context: FeaturesContext): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  const name = featureOf(visit, context)
  const { flags } = await context.stores.features.get()
  const { features: words } = texts
  const title = flags[name] === true ? words.switchOff(words.names[name]) : words.switchOn(words.names[name])
  return {
    title,
    section: 'features',
    above: [{ path, title: words.heading }],
    main: html`<p>${words.sentences[name]}</p>
<form method="post" class="fields">${csrfField(visitor.csrf)}<input type="hidden" name="on" value="${flags[name] === true ? 'false' : 'true'}">
<div><button>${title}</button></div></form>`,
  }
}

/** `POST /ui/console/features/:name`. The form says to which state, so that two of them do not undo one another. */
export async function switchFeature(visit: Visit, fields: URLSearchParams, context: FeaturesContext): Promise<Answer> {
  const state = await switchTo(visit.parameters['name'] ?? '', fields.get('on') === 'true', visit.management, context)
  return await afterSwitch(visit, path, state)
}

/** @throws PageNotFound for a feature that no part provides, and for visitors who may not switch it */
function featureOf({ parameters, visitor }: Visit, { features }: FeaturesContext): FeatureName {
  const name = features.carried.find((each) => each === parameters['name'])
  if (name === undefined || may(visitor.caller, 'change', 'feature', theInstance) !== undefined) throw new PageNotFound()
  return name
}
