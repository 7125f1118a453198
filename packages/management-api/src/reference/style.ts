// The style sheet of the reference, in the colours of the sign-in pages. Its address holds a digest of the content, so that browsers may cache
// it without a limit.
import { digest } from '@symbolon/core-protocol'
import { managementPath } from '../http/route.ts'

/** The style sheet. */
export const style: string = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f4fb, #0f101b); --card: light-dark(#ffffff, #181a2a); --edge: light-dark(#e4e4f1, #2a2d45);
  --text: light-dark(#1b1c30, #ecedf8); --muted: light-dark(#585b78, #a9acc8); --link: light-dark(#4f46e5, #818cf8);
  --tint: light-dark(#eeeefc, #262a4a); --error: light-dark(#a8200d, #ffb4a8); --success: light-dark(#0b6b3a, #8fe0b0);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: .9375rem/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; }
h3 { margin: 1.25rem 0 .5rem; font-size: 1rem; line-height: 1.5; overflow-wrap: anywhere; }
p { margin: 0 0 .75rem; max-width: 46rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
p code, li code, td code { padding: .1em .3em; border-radius: .25rem; background: var(--tint); }
pre { margin: 0 0 1rem; padding: .75rem 1rem; overflow-x: auto; border-radius: .5rem; background: var(--tint); }
section { margin: 0 0 1rem; padding: 1rem 1.25rem; border: 1px solid var(--edge); border-radius: .75rem; background: var(--card); }
section h3 { margin-block-start: 0; }
section :last-child { margin-block-end: 0; }
ul { margin: 0 0 .75rem; padding: 0; list-style: none; }
.paths li { padding: .15rem 0; }
.paths a { text-decoration: none; }
.paths a:hover code { text-decoration: underline; }
.muted { color: var(--muted); font-size: .875rem; }
.group { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0 1.5rem; padding: .75rem 0; border-block-end: 1px solid var(--edge); }
.group h3, .group ul { margin: 0; }
.group li { display: flex; flex-wrap: wrap; gap: 0 .75rem; justify-content: space-between; padding: .1rem 0; }
.group code { padding: 0; background: none; }
.methods { display: flex; flex-wrap: wrap; gap: .25rem; align-items: center; }
.method { display: inline-block; min-width: 3.75rem; padding: .05rem .4rem; border: 1px solid currentcolor; border-radius: .25rem; color: var(--muted);
  font-size: .6875rem; line-height: 1.5; letter-spacing: .03em; text-align: center; }
.get { color: var(--link); }
.post, .put, .patch { color: var(--success); }
.delete { color: var(--error); }
table { width: 100%; margin: 0 0 .75rem; border-collapse: collapse; font-size: .875rem; }
caption { padding: .25rem 0; color: var(--muted); font-size: .8125rem; text-align: start; }
th, td { width: 65%; padding: .4rem .75rem .4rem 0; border-block-end: 1px solid var(--edge); text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
th { width: 35%; }
thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
em { color: var(--error); font-size: .75rem; font-style: normal; }
small, td span { color: var(--muted); }
@media (max-width: 40rem) {
  main { padding: 1.5rem 1rem; }
  .group { display: block; }
  th, td { display: block; width: 100%; }
  tbody th { padding-block-end: 0; border: 0; }
}
`

/** The path of the style sheet. */
export const stylePath: string = `${managementPath}/reference.${digest(style).slice(0, 12)}.css`
