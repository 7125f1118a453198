// The style sheet: one card, one accent colour, system fonts. Every colour is a custom property with a light and a dark value. A test
// computes the contrast of each pair of colours that a page combines. Sizes are in rem, so that zoom and large fonts both work.
import type { Asset } from '@symbolon/login'

const colours = `
:root {
  color-scheme: light dark;
  --ground: #f4f4fb;
  --card: #ffffff;
  --card-edge: #e4e4f1;
  --text: #1b1c30;
  --muted: #585b78;
  --accent: #4f46e5;
  --accent-strong: #4338ca;
  --on-accent: #ffffff;
  --tint: #eeeefc;
  --field: #ffffff;
  --field-fixed: #f4f4fb;
  --field-edge: #8386a6;
  --error: #a8200d;
  --error-ground: #fef1ef;
  --shadow: 0 1px 2px rgb(27 28 48 / 6%), 0 12px 40px rgb(27 28 48 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f101b;
    --card: #181a2a;
    --card-edge: #2a2d45;
    --text: #ecedf8;
    --muted: #a9acc8;
    --accent: #818cf8;
    --accent-strong: #a5b0fc;
    --on-accent: #0f101b;
    --tint: #262a4a;
    --field: #12131f;
    --field-fixed: #1f2136;
    --field-edge: #7276a0;
    --error: #ffb4a8;
    --error-ground: #3a1a1c;
    --shadow: 0 12px 40px rgb(0 0 0 / 35%);
  }
}
`

const frame = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  display: flex;
  flex-direction: column;
  align-items: center;
  min-height: 100vh;
  min-height: 100svh;
  margin: 0;
  padding: 1.5rem 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
main {
  width: 100%;
  max-width: 26rem;
  margin: auto;
  padding: 2.5rem;
  background: var(--card);
  border: 1px solid var(--card-edge);
  border-radius: 1.25rem;
  box-shadow: var(--shadow);
}
footer { padding-top: 1.5rem; color: var(--muted); font-size: 0.875rem; text-align: center; }
.logo { display: block; width: 2.75rem; height: 2.75rem; margin: 0 0 1.5rem -0.125rem; }
h1 {
  margin: 0;
  font-size: clamp(1.125rem, 6.67vw, 1.5rem);
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: -0.015em;
  text-wrap: balance;
}
h1 b { font-weight: 700; }
.lead { margin: 0.5rem 0 0; color: var(--muted); }
.lead b { color: var(--text); font-weight: 600; }
bdi { unicode-bidi: isolate; }
a { color: var(--accent); font-weight: 500; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
.aside { margin: 1rem 0 -1rem; text-align: center; }
.aside a { display: inline-block; padding: 0.625rem 0.5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

const forms = `
form { margin: 2rem 0 0; }
.field { margin: 0 0 1.25rem; }
label { display: block; margin: 0 0 0.375rem; font-size: 0.9375rem; font-weight: 500; }
input {
  display: block;
  width: 100%;
  min-height: 3rem;
  padding: 0.625rem 0.875rem;
  background: var(--field);
  border: 1px solid var(--field-edge);
  border-radius: 0.75rem;
  color: var(--text);
  font: inherit;
  text-overflow: ellipsis;
  transition: border-color 120ms;
}
input[type="hidden"] { display: none; }
input:focus-visible { border-color: var(--accent); outline-width: 2px; outline-offset: -1px; }
input:read-only { background: var(--field-fixed); border-color: transparent; color: var(--muted); }
input[aria-invalid="true"] { border-color: var(--error); outline-color: var(--error); }
.code { font-size: 1.375rem; font-variant-numeric: tabular-nums; letter-spacing: 0.25em; text-indent: 0.25em; text-align: center; }
button {
  display: block;
  width: 100%;
  min-height: 3rem;
  padding: 0.625rem 1.25rem;
  background: var(--accent);
  border: 1px solid transparent;
  border-radius: 0.75rem;
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  transition: background-color 120ms;
}
button:hover { background: var(--accent-strong); }
.field + button { margin-top: 1.75rem; }
.error {
  margin: 1.5rem 0 0;
  padding: 0.75rem 1rem;
  background: var(--error-ground);
  border: 1px solid transparent;
  border-inline-start: 0.25rem solid var(--error);
  border-radius: 0.5rem;
  color: var(--error);
  font-size: 0.9375rem;
}
.error + form { margin-top: 1.5rem; }
`

const accounts = `
.accounts { display: grid; gap: 0.625rem; margin: 2rem 0 0; padding: 0; list-style: none; }
.accounts form { margin: 0; }
.account {
  display: flex;
  gap: 0.875rem;
  align-items: center;
  padding: 0.75rem;
  background: var(--card);
  border-color: var(--card-edge);
  color: var(--text);
  font-weight: 400;
  text-align: start;
}
.account:hover { background: var(--tint); border-color: var(--accent); }
.initial {
  display: grid;
  flex: none;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  background: var(--tint);
  border-radius: 50%;
  color: var(--accent);
  font-weight: 600;
  line-height: 1;
  overflow: hidden;
}
.account:hover .initial { background: var(--accent); color: var(--on-accent); }
.account::after {
  flex: none;
  width: 0.5rem;
  height: 0.5rem;
  margin-inline: auto 0.375rem;
  border: solid var(--muted);
  border-width: 2px 2px 0 0;
  transform: rotate(45deg);
  content: "";
}
.names { display: grid; min-width: 0; line-height: 1.35; }
.display-name { font-weight: 600; }
.note { color: var(--muted); font-size: 0.875rem; }
.state { font-style: italic; }
`

const errors = `
.next { margin: 1.5rem 0 0; }
.developers { margin: 2rem 0 0; padding: 1.25rem 0 0; border-top: 1px solid var(--card-edge); color: var(--muted); font-size: 0.8125rem; }
h2 { margin: 0 0 0.5rem; font-size: inherit; font-weight: 600; }
dl { display: grid; gap: 0.5rem; margin: 0; }
dd { margin: 0; color: var(--text); font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
`

const surroundings = `
@media (max-width: 30rem) {
  body { padding: 1rem 0.75rem; }
  main { padding: 1.75rem 1.25rem; border-radius: 1rem; }
}
@media (max-width: 16rem) {
  body { padding: 0.5rem; }
  main { padding: 1.25rem 0.75rem; }
  button { padding-inline: 0.5rem; }
  .initial, .account::after { display: none; }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { transition: none !important; }
}
@media (forced-colors: active) {
  button, .error { border-color: currentcolor; }
  input:read-only { border-color: GrayText; }
}
`

/** The style sheet of every page. */
export const style: Asset = {
  contentType: 'text/css; charset=utf-8',
  body: [colours, frame, forms, accounts, errors, surroundings].join('').trimStart(),
}
