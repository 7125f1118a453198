// Forms: fields with help and errors, buttons, and what lies between them.

/** The rules of forms. */
export const forms: string = `
form { margin-block-start: 2rem; }
h2 + form { margin-block-start: 1rem; }
.field { margin-block-end: 1.25rem; }
label { display: block; margin-block-end: 0.375rem; font-size: 0.9375rem; font-weight: 500; }
input, select {
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
input:focus-visible, select:focus-visible { border-color: var(--link); outline-width: 2px; outline-offset: -1px; }
input:read-only { background: var(--field-fixed); border-color: transparent; color: var(--muted); }
[aria-invalid="true"] { border-color: var(--error); outline-color: var(--error); }
.help { margin-block-start: 0.375rem; color: var(--muted); font-size: 0.875rem; }
.help ul { margin: 0; padding-inline-start: 1.25rem; }
.field-error { margin-block-start: 0.375rem; color: var(--error); font-size: 0.875rem; font-weight: 500; }
.code-field { font-size: 1.375rem; font-variant-numeric: tabular-nums; letter-spacing: 0.25em; text-indent: 0.25em; text-align: center; }
.checkbox { display: grid; grid-template-columns: auto 1fr; column-gap: 0.625rem; align-items: center; }
.checkbox input, .checkbox input:read-only {
  width: 1.5rem;
  min-height: 1.5rem;
  height: 1.5rem;
  margin: 0.625rem 0;
  padding: 0;
  accent-color: var(--link);
}
.checkbox label { margin: 0; padding-block: 0.6875rem; font-weight: 400; }
.checkbox .help, .checkbox .field-error { grid-column: 2; margin-block-start: 0; }
button, .button {
  display: block;
  width: 100%;
  min-height: 3rem;
  padding: 0.6875rem 1.25rem;
  background: var(--accent);
  border: 1px solid transparent;
  border-radius: 0.75rem;
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background-color 120ms, border-color 120ms;
}
button:hover, .button:hover { background: var(--accent-strong); color: var(--on-accent); }
.secondary { background: var(--card); border-color: var(--field-edge); color: var(--text); }
.secondary:hover { background: var(--tint); border-color: var(--link); color: var(--text); }
.danger { background: var(--card); border-color: var(--error); color: var(--error); }
.danger:hover { background: var(--error-ground); color: var(--error); }
.small { display: inline-block; width: auto; min-height: 2.75rem; padding: 0.5625rem 1rem; border-radius: 0.625rem; font-size: 0.9375rem; }
.field + button { margin-block-start: 1.75rem; }
form > .choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.625rem; margin-block-start: 1.75rem; }
.more { display: grid; gap: 0.625rem; margin-block-start: 0.75rem; }
.more form { margin: 0; }
.status { margin: 0.75rem 0 0; color: var(--error); font-size: 0.9375rem; }
.status:empty { margin: 0; }
.divider { display: flex; gap: 0.875rem; align-items: center; margin-block: 1.25rem; color: var(--muted); font-size: 0.875rem; }
.divider::before, .divider::after { flex: 1; height: 1px; background: var(--card-edge); content: ""; }
.divider + .more { margin-block-start: 0; }
.ways { margin-block-start: 2rem; }
.more b { font-weight: 700; }
.error, .notice {
  margin-block-start: 1.5rem;
  padding: 0.75rem 1rem;
  background: var(--tint);
  border: 1px solid transparent;
  border-inline-start: 0.25rem solid var(--link);
  border-radius: 0.5rem;
  color: var(--text);
  font-size: 0.9375rem;
}
.error { background: var(--error-ground); border-inline-start-color: var(--error); color: var(--error); }
.error a { color: inherit; }
.error ul { margin: 0; padding-inline-start: 1.25rem; }
.success { background: var(--success-ground); border-inline-start-color: var(--success); color: var(--success); }
.error + form, .notice + form { margin-block-start: 1.5rem; }
`
