// The page around its content: ground, card, headings, links and footer. The card hangs from the top of the window, so that logo and heading
// stay where they are from one step to the next.

/** The rules of the frame. */
export const frame: string = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  display: flex;
  flex-direction: column;
  align-items: center;
  min-height: 100vh;
  min-height: 100svh;
  margin: 0;
  padding: 1.5rem 1rem 1rem;
  background: radial-gradient(60rem 28rem at 50% -8rem, var(--tint), transparent) no-repeat var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
main {
  width: 100%;
  max-width: 27rem;
  margin-block: clamp(0rem, 9vh, 6.5rem) auto;
  padding: 2.5rem;
  background: var(--card);
  border: 1px solid var(--card-edge);
  border-radius: 1.25rem;
  box-shadow: var(--shadow);
}
main.wide { max-width: 46rem; margin-block-start: 0; }
.logo { display: block; width: 2.75rem; height: 2.75rem; margin-block-end: 1.5rem; margin-inline-start: -0.125rem; }
.brand { display: block; width: 100%; max-width: 14rem; height: 3rem; margin-block-end: 1.5rem; object-fit: contain; object-position: left; }
[dir="rtl"] .brand { object-position: right; }
h1 {
  margin: 0;
  font-size: clamp(1.125rem, 6.67vw, 1.5rem);
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: -0.015em;
  text-wrap: balance;
}
h1 b { font-weight: 700; }
h2 { margin: 0; font-size: 1.0625rem; font-weight: 600; line-height: 1.35; }
p { margin: 0; }
.lead { margin-block-start: 0.5rem; color: var(--muted); }
.lead b { color: var(--text); font-weight: 600; }
.next { margin-block-start: 1.5rem; }
.next > a:not(.button) { display: inline-block; padding-block: 0.625rem; }
bdi { unicode-bidi: isolate; }
a { color: var(--link); font-weight: 500; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { color: var(--text); text-decoration-thickness: 2px; }
.aside { margin-block-start: 1rem; text-align: center; }
.aside + .aside { margin-block-start: -0.25rem; }
main > .aside:last-child { margin-block-end: -1rem; }
main > h2 { margin-block-start: 2rem; }
.aside a, footer a { display: inline-block; min-width: 2.75rem; padding: 0.625rem 0.5rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
footer { padding-block-start: 1.5rem; color: var(--muted); font-size: 0.875rem; text-align: center; }
footer ul { display: flex; flex-wrap: wrap; gap: 0 0.5rem; justify-content: center; margin: 0; padding: 0; list-style: none; }
footer a { padding-block: 0.75rem; color: inherit; font-weight: 400; }
footer p { padding-block: 0.75rem; }
.developers {
  margin-block-start: 2rem;
  padding-block-start: 1.25rem;
  border-block-start: 1px solid var(--card-edge);
  color: var(--muted);
  font-size: 0.8125rem;
}
.developers h2 { margin-block-end: 0.5rem; font-size: inherit; }
.developers dl { display: grid; gap: 0.5rem; margin: 0; }
.developers dd { margin: 0; color: var(--text); font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
`
