// Small screens, print, reduced motion and forced colours.

/** The rules of surroundings. On a phone the card is the page. */
export const surroundings: string = `
@media (max-width: 30rem) {
  body { padding: 0; background: var(--card); }
  main { margin-block-start: 0; padding: 2rem 1.25rem 1.75rem; border: 0; border-radius: 0; box-shadow: none; }
  footer { padding: 0.5rem 1rem; }
}
@media (max-width: 16rem) {
  main { padding: 1.25rem 0.75rem; }
  button, .button { padding-inline: 0.5rem; }
  .initial, .account::after { display: none; }
  .steps > li { grid-template-columns: minmax(0, 1fr); gap: 0.375rem; }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { transition: none !important; }
}
@media (forced-colors: active) {
  button, .button, .error, .notice { border-color: currentcolor; }
  input:read-only { border-color: GrayText; }
}
@media print {
  body { background: none; }
  main { border: 0; box-shadow: none; }
  footer, form, .aside, .more { display: none; }
}
`
