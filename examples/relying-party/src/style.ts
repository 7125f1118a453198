// The style sheet. It is a separate file because the Content-Security-Policy allows no inline style. It supports a width from 360 pixels,
// and light and dark schemes.
export const STYLE: string = `
:root {
  color-scheme: light dark;
  --accent: #4f46e5;
  --accent-strong: #4338ca;
  --on-accent: #ffffff;
  --accent-soft: #eef2ff;
  --ground: #f6f7fb;
  --card: #ffffff;
  --text: #1e2130;
  --muted: #5b6072;
  --line: #e3e5ee;
  --shadow: 0 1px 2px rgb(30 33 48 / 6%), 0 12px 32px rgb(30 33 48 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --accent: #a5b4fc;
    --accent-strong: #c7d2fe;
    --on-accent: #1e1b4b;
    --accent-soft: #262a45;
    --ground: #11131c;
    --card: #1a1d2a;
    --text: #eceef6;
    --muted: #a4a9bd;
    --line: #2e3244;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 30%);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  gap: 1.25rem;
  padding: clamp(1rem, 5vw, 3.5rem) 1rem 1.5rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif;
}
header, main, footer { width: 100%; max-width: 40rem; margin-inline: auto; }
header { display: flex; align-items: center; gap: .625rem; font-weight: 600; }
header::before {
  content: "";
  width: 1.125rem;
  height: 1.125rem;
  border: .3rem solid var(--accent);
  border-radius: 50%;
}
header a { color: inherit; text-decoration: none; }
footer { margin-top: auto; color: var(--muted); font-size: .875rem; overflow-wrap: anywhere; }
main {
  padding: clamp(1.25rem, 5vw, 2.5rem);
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1.25rem;
  box-shadow: var(--shadow);
}
h1 { margin: 0; font-size: clamp(1.5rem, 5vw, 1.875rem); line-height: 1.2; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1.0625rem; }
p { margin: .75rem 0 0; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
code { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .2em; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .375rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.actions form { display: contents; }
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 2.75rem;
  padding: .5rem 1.25rem;
  border: 1px solid var(--line);
  border-radius: .75rem;
  background: transparent;
  color: var(--text);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
.button:hover { border-color: var(--accent); color: var(--text); }
.button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: var(--accent-strong); border-color: var(--accent-strong); color: var(--on-accent); }
.choices { list-style: none; margin: .25rem 0 0; padding: 0; }
.choices li { padding: .75rem 0; border-top: 1px solid var(--line); }
.choices li:first-child { border-top: 0; }
.choices a { display: inline-block; padding: .125rem 0; font-weight: 600; }
.choices span { display: block; color: var(--muted); font-size: .9375rem; }
dl { display: grid; grid-template-columns: minmax(7rem, 12rem) 1fr; margin: .5rem 0 0; }
dt, dd { margin: 0; padding: .5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
dt { padding-right: 1rem; color: var(--muted); font: .875rem/1.7 ui-monospace, monospace; }
dl > :nth-child(-n + 2) { border-top: 0; }
dd small { display: block; color: var(--muted); }
details { margin-top: 2rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; }
summary { cursor: pointer; font-weight: 600; min-height: 1.75rem; }
.next { margin-top: 1.25rem; padding: .75rem 1rem; border-radius: .75rem; background: var(--accent-soft); }
@media (max-width: 32rem) {
  dl { grid-template-columns: 1fr; }
  dl > :nth-child(2) { border-top: 0; }
  dd { padding-top: 0; border-top: 0; }
  dt { padding-bottom: 0; }
  .actions > *, .actions form > * { flex: 1 1 100%; }
}
@media (forced-colors: active) {
  .button { border-color: ButtonText; }
}
`
