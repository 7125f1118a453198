// The static files that the pages link to, and their addresses.
import type { Asset } from '@symbolon/login'
import { style } from './style.ts'

// The mark: a token broken in two, whose halves fit. The colours stand on light and on dark grounds alike, and there is no
// style inside, so the image lives under a strict Content-Security-Policy.

const logo: Asset = {
  contentType: 'image/svg+xml',
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">
<path fill="#5d57ee" d="M16.6 2.2 11.4 11 18.4 21 13.4 29.8A14 14 0 0 1 16.6 2.2Z"/>
<path fill="#8b93fa" d="M18.6 2.2 13.4 11 20.4 21 15.4 29.8A14 14 0 0 0 18.6 2.2Z"/>
</svg>
`,
}

// Sends the form of the page that takes an answer to the application. A classic script in the oldest syntax, so that every user
// agent runs it; it is the last element of the page, so the form is there.

/** `submit` of the prototype: a parameter of that name would hide the form's own. */
const formPostScript: Asset = {
  contentType: 'text/javascript; charset=utf-8',
  body: 'HTMLFormElement.prototype.submit.call(document.forms[0]);\n',
}

export type AssetName = 'style.css' | 'logo.svg' | 'form-post.js'

export const assets: Readonly<Record<AssetName, Asset>> = Object.freeze({
  'style.css': style,
  'logo.svg': logo,
  'form-post.js': formPostScript,
})

/** Equals `assetsPath` of `@symbolon/login`, of which this package takes only types; a test compares the two. */
const assetsPath = '/ui/login/assets'

export const assetAddress = (name: AssetName): string => `${assetsPath}/${name}`
