// The mark: a token broken in two, whose halves fit. The colours stand on light and on dark grounds alike, and there is no
// style inside, so the image lives under a strict Content-Security-Policy.
import type { Asset } from '@symbolon/login'

export const logo: Asset = {
  contentType: 'image/svg+xml',
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">
<path fill="#5d57ee" d="M16.6 2.2 11.4 11 18.4 21 13.4 29.8A14 14 0 0 1 16.6 2.2Z"/>
<path fill="#8b93fa" d="M18.6 2.2 13.4 11 20.4 21 15.4 29.8A14 14 0 0 0 18.6 2.2Z"/>
</svg>
`,
}
