// What pages show in addition to forms: accounts to choose, lists with actions, ordered steps, codes, the QR code.

/** The rules of contents. */
export const content: string = `
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
.account:hover { background: var(--tint); border-color: var(--link); color: var(--text); }
.initial {
  display: grid;
  flex: none;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  background: var(--tint);
  border-radius: 50%;
  color: var(--link);
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
[dir="rtl"] .account::after { transform: rotate(-135deg); }
.names { display: grid; min-width: 0; line-height: 1.35; }
.display-name { font-weight: 600; }
.note { color: var(--muted); font-size: 0.875rem; }
.state { font-style: italic; }
.section { margin-block-start: 2rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--card-edge); }
.section > .lead { margin-block-start: 0.25rem; font-size: 0.9375rem; }
.section > .small, .section > form { margin-block-start: 1rem; }
.rows { margin: 0.5rem 0 0; padding: 0; list-style: none; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; padding-block: 0.75rem; }
.row + .row { border-block-start: 1px solid var(--card-edge); }
.row form { margin: 0; }
.row-text { display: grid; flex: 1 1 15rem; min-width: 0; line-height: 1.4; }
.row-title { font-weight: 500; }
.row-actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.row-actions form { margin: 0; }
.section > .row-actions { margin-block-start: 1rem; }
.section > .facts { margin-block-start: 0.75rem; }
.tag { display: inline-block; white-space: nowrap; padding: 0.0625rem 0.5rem; background: var(--tint); border-radius: 1rem; color: var(--accent); font-size: 0.8125rem; font-weight: 500; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.facts { display: grid; gap: 0.75rem; margin: 1.5rem 0 0; }
.facts > div { display: grid; grid-template-columns: minmax(0, 11rem) minmax(0, 1fr); gap: 0 1rem; }
@media (max-width: 30rem) { .facts > div { grid-template-columns: minmax(0, 1fr); } }
.facts dt { color: var(--muted); font-size: 0.9375rem; }
.facts dd { margin: 0; }
.shown-code {
  margin-block: 1.5rem 0.75rem;
  padding: 0.75rem;
  background: var(--field-fixed);
  border-radius: 0.75rem;
  font-size: 1.75rem;
  letter-spacing: 0.08em;
  text-align: center;
  overflow-wrap: anywhere;
}
.shown-code code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-variant-ligatures: none; }
.page-link { margin: 0.25rem 0 0; }
.page-link a { display: inline-block; padding-block: 0.625rem; }
.items { margin: 0.5rem 0 0; padding-inline-start: 1.25rem; }
.items li + li { margin-block-start: 0.25rem; }
.steps { display: grid; gap: 1.5rem; margin: 2rem 0 0; padding: 0; list-style: none; counter-reset: step; }
.steps > li { display: grid; grid-template-columns: 1.75rem minmax(0, 1fr); gap: 0.875rem; counter-increment: step; }
.steps > li::before {
  display: grid;
  place-items: center;
  width: 1.75rem;
  height: 1.75rem;
  background: var(--tint);
  border-radius: 50%;
  color: var(--link);
  font-size: 0.875rem;
  font-weight: 600;
  content: counter(step);
}
.steps form { margin-block-start: 0.75rem; }
.steps .secret { margin-block: 0.5rem; }
.steps a { display: inline-block; padding-block: 0.625rem; }
.qr { display: block; width: 12rem; max-width: 100%; height: auto; margin-block: 0.75rem; border-radius: 0.5rem; }
.secret, .codes { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-variant-ligatures: none; }
.secret { display: block; padding: 0.625rem 0.875rem; background: var(--field-fixed); border-radius: 0.5rem; user-select: all; }
.codes {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  gap: 0.5rem 1rem;
  margin: 1.5rem 0 0;
  padding: 1rem 1.25rem;
  background: var(--field-fixed);
  border-radius: 0.75rem;
  list-style: none;
  text-align: center;
}
`
