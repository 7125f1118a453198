// The style sheet of the console. Colours are the custom properties of the sign-in pages, with a few more for tables and states.
import { colourRules } from '@symbolon/ui-templates'

/** The style sheet. */
export const style: string = `${colourRules}
:root {
  --rail: #fafaff; --row: #f0f0fb; --selected: #e6e6fd; --code-ground: #f1f1f8; --danger: #a8200d; --on-danger: #ffffff;
  --warning: #7d5100; --warning-ground: #fdf4e3; --edge: #dcdcea;
  --space-1: .25rem; --space-2: .5rem; --space-3: .75rem; --space-4: 1rem; --space-5: 1.5rem; --space-6: 2.5rem;
  --radius-s: .375rem; --radius-m: .75rem; --text-s: .8125rem; --text-m: .9375rem; --row-height: 2.5rem; --rail-width: 15rem;
}
@media (prefers-color-scheme: dark) {
  :root { --rail: #141524; --row: #1e2136; --selected: #262a4a; --code-ground: #11121e; --danger: #ffb4a8; --on-danger: #3a0a05;
    --warning: #f2c879; --warning-ground: #33270f; --edge: #2f3350; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: var(--text-m)/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 var(--space-4); font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: var(--space-5) 0 var(--space-2); font-size: 1.0625rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; padding: var(--space-2) var(--space-4); background: var(--card); }
.skip:focus { left: var(--space-2); top: var(--space-2); z-index: 2; }
.bar { display: flex; gap: var(--space-4); align-items: center; justify-content: space-between; padding: var(--space-2) var(--space-4);
  background: var(--card); border-block-end: 1px solid var(--edge); }
.home { display: flex; gap: var(--space-2); align-items: center; color: inherit; font-weight: 600; text-decoration: none; text-transform: capitalize; }
.find { position: relative; flex: 0 1 26rem; }
.find input[type=search] { min-height: 2.25rem; padding-block: var(--space-1); }
.found { position: absolute; inset-inline: 0; inset-block-start: calc(100% + var(--space-1)); z-index: 3; max-height: 70vh; padding: var(--space-3) var(--space-4);
  overflow-y: auto; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-m); box-shadow: var(--shadow); }
.results h2 { margin: var(--space-3) 0 var(--space-1); color: var(--muted); font-size: var(--text-s); }
.results h2:first-child { margin-block-start: 0; }
.results ul { margin: 0; padding: 0; list-style: none; }
.results a { display: block; padding: var(--space-2); border-radius: var(--radius-s); overflow-wrap: anywhere; text-decoration: none; }
.results a:hover, .results a:focus { background: var(--selected); }
.results a span { color: var(--muted); font-size: var(--text-s); }
nav > label.button { display: none; }
.menu { position: relative; }
.menu summary { padding: var(--space-2); border-radius: var(--radius-s); cursor: pointer; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.menu > div { position: absolute; inset-inline-end: 0; z-index: 1; min-width: 14rem; padding: var(--space-4); background: var(--card);
  border: 1px solid var(--edge); border-radius: var(--radius-m); box-shadow: var(--shadow); }
.menu p { margin: 0 0 var(--space-3); color: var(--muted); overflow-wrap: anywhere; }
.menu form { margin-block-start: var(--space-3); }
.frame { display: grid; grid-template-columns: var(--rail-width) minmax(0, 1fr); min-height: calc(100vh - 3.25rem); }
nav { padding: var(--space-4) var(--space-3); background: var(--rail); border-inline-end: 1px solid var(--edge); }
.frame > nav > .entries { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; }
nav h2 { margin: var(--space-4) var(--space-2) var(--space-1); color: var(--muted); font-size: var(--text-s); font-weight: 600; overflow-wrap: anywhere; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .3rem var(--space-2); border-radius: var(--radius-s); color: inherit; text-decoration: none; }
nav a:hover { background: var(--row); }
nav a[aria-current] { background: var(--selected); font-weight: 600; }
main { padding: var(--space-5); max-width: 75rem; }
main:focus { outline: none; }
.above { display: flex; flex-wrap: wrap; gap: var(--space-2); margin: 0 0 var(--space-2); padding: 0; list-style: none; font-size: var(--text-s); }
.above li:not(:last-child)::after { content: "/"; margin-inline-start: var(--space-2); color: var(--muted); }
.notice { padding: var(--space-3) var(--space-4); border-radius: var(--radius-s); background: var(--success-ground); color: var(--success); }
.notice { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: center; margin-block-end: var(--space-4); }
.notice p { margin: 0; }
.notice button.plain { color: inherit; font-weight: 600; }
.warning { padding: var(--space-3) var(--space-4); border-radius: var(--radius-s); background: var(--warning-ground); color: var(--warning); }
.errors { padding: var(--space-3) var(--space-4); border: 1px solid var(--error); border-radius: var(--radius-s); background: var(--error-ground); color: var(--error); }
.errors h2, .warning h2 { margin: 0 0 var(--space-2); }
.errors a { color: inherit; }
nav > input { display: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.muted { color: var(--muted); }
.card { padding: var(--space-5); background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-m); }
.card > :is(h2, h3):first-child { margin-block-start: 0; }
.cards { display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); padding: 0; list-style: none; }
.tools:has(> :only-child) { justify-content: end; }
.tools { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: center; justify-content: space-between; margin-block-end: var(--space-3); }
.table { overflow-x: auto; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-m); }
table { width: 100%; border-collapse: collapse; }
th, td { height: var(--row-height); padding: var(--space-1) var(--space-3); text-align: start; border-block-end: 1px solid var(--edge); overflow-wrap: anywhere; }
th { color: var(--muted); font-size: var(--text-s); font-weight: 600; white-space: nowrap; }
tbody tr:last-child > * { border-block-end: 0; }
tbody tr:hover { background: var(--row); }
tr:has(input:checked) { background: var(--selected); }
dl.facts { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: var(--space-2) var(--space-4); margin: 0; }
dl.facts dt { color: var(--muted); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
form.fields { display: grid; gap: var(--space-4); max-width: 36rem; }
form.fields > p { margin: 0; }
.field { display: grid; gap: var(--space-1); }
.field .help { color: var(--muted); font-size: var(--text-s); }
.field .error { color: var(--error); font-size: var(--text-s); }
fieldset { margin: 0; padding: var(--space-3) var(--space-4); border: 1px solid var(--edge); border-radius: var(--radius-s); }
ul.languages { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-4); margin: 0; padding: 0; list-style: none; }
form.dense fieldset.bare { gap: var(--space-2); }
td.tick { width: 2.5rem; padding-inline-end: 0; }
td.tick input { display: block; width: 1.5rem; height: 1.5rem; margin: 0; }
.chosen { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; margin-block-start: var(--space-3); }
.chosen select { width: auto; }
.table.narrow { max-width: 36rem; margin-block-start: var(--space-4); }
td.wide { min-width: 16rem; }
td.kind { white-space: nowrap; }
dd.error { color: var(--error); }
progress { width: 12rem; max-width: 100%; accent-color: var(--accent); }
details.card { padding: var(--space-3) var(--space-4); }
.table + details.card, .actions + details.card { margin-block-start: var(--space-4); }
details.card > summary { font-weight: 600; cursor: pointer; }
details.card .fields { display: grid; gap: var(--space-4); margin-block-start: var(--space-3); }
.split { display: grid; gap: var(--space-5); grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); align-items: start; }
.previews { display: grid; gap: var(--space-4); }
.previews h2 { margin-block-start: 0; }
.previews iframe { pointer-events: none; width: 100%; height: 30rem; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-m); }
.contrasts { margin: var(--space-2) 0 0; padding-inline-start: var(--space-4); font-size: var(--text-s); }
.contrasts .badge { white-space: normal; }
img.brand { max-width: 12rem; max-height: 4rem; padding: var(--space-2); background: #ffffff; border-radius: var(--radius-s); }
img.brand.dark { background: #14141f; }
.choice { padding-block: var(--space-2); }
.choice .help { margin-inline-start: 1.75rem; color: var(--muted); font-size: var(--text-s); }
.choice strong { color: var(--text); font-weight: 600; }
fieldset > .help { margin: 0; color: var(--muted); font-size: var(--text-s); }
fieldset > .error { margin: 0; color: var(--error); font-size: var(--text-s); }
td.who, tbody th { min-width: 11rem; }
.sample { width: 1rem; height: 1rem; vertical-align: -.125rem; border: 1px solid var(--edge); border-radius: var(--radius-s); }
tbody th { color: inherit; font-size: inherit; font-weight: 400; white-space: normal; }
form.end { margin-block-start: var(--space-6); padding-block-start: var(--space-4); border-block-start: 1px solid var(--edge); }
form.end > * { margin: 0; }
fieldset > label.check + label.check { margin-block-start: var(--space-2); }
fieldset.bare { display: grid; gap: var(--space-4); min-width: 0; padding: 0; border: 0; }
section.fields { display: grid; gap: var(--space-4); }
legend { padding: 0 var(--space-1); }
.help { display: block; color: var(--muted); font-size: var(--text-s); }
label.check { display: flex; gap: var(--space-2); align-items: start; }
input:not([type=checkbox], [type=radio]), select, textarea { width: 100%; min-height: 2.5rem; padding: var(--space-2) var(--space-3); color: inherit;
  background: var(--field); border: 1px solid var(--field-edge); border-radius: var(--radius-s); font: inherit; }
input[aria-invalid], select[aria-invalid], textarea[aria-invalid] { border-color: var(--error); }
button, .button { display: inline-block; min-height: 2.5rem; padding: var(--space-2) var(--space-4); border: 1px solid transparent; border-radius: var(--radius-s);
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-strong); }
button.secondary, .button.secondary { background: transparent; border-color: var(--field-edge); color: inherit; }
button.danger { background: var(--danger); color: var(--on-danger); }
button.plain { min-height: 0; text-align: start; padding: 0; background: none; color: var(--link); font-weight: 400; text-decoration: underline; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
pre { padding: var(--space-3) var(--space-4); overflow-x: auto; background: var(--code-ground); border-radius: var(--radius-s); user-select: all; }
.badge { display: inline-block; padding: 0 var(--space-2); border: 1px solid var(--edge); border-radius: 1rem; font-size: var(--text-s); white-space: nowrap; }
.badge.bad { border-color: var(--error); color: var(--error); }
.numbers { display: grid; gap: var(--space-3); grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); margin: var(--space-4) 0 var(--space-2); padding: 0; list-style: none; }
.numbers .card { display: grid; height: 100%; padding: var(--space-3) var(--space-4); color: inherit; text-decoration: none; }
.numbers a.card:hover { background: var(--row); }
.card h3 { margin: 0 0 var(--space-2); font-size: 1rem; }
.cards .ways { margin: 0; }
.numbers strong { font-size: 1.375rem; line-height: 1.25; }
.numbers span { color: var(--muted); font-size: var(--text-s); }
.chart { display: grid; gap: var(--space-2); }
.chart > * { margin: 0; min-width: 0; }
.chart svg { width: 100%; height: 6rem; border-block-end: 1px solid var(--edge); }
.chart rect.ground { fill: transparent; }
.chart g:hover rect.ground { fill: var(--row); }
.chart rect.succeeded { fill: var(--accent); }
.chart rect.failed { fill: var(--danger); }
.legend { display: flex; flex-wrap: wrap; gap: var(--space-4); font-size: var(--text-s); }
.legend span::before { content: ""; display: inline-block; width: .75rem; height: .75rem; margin-inline-end: var(--space-1); background: var(--accent); border-radius: 2px; }
.legend span.failed::before { background: var(--danger); }
.axis { display: flex; justify-content: space-between; color: var(--muted); font-size: var(--text-s); }
.chart summary { cursor: pointer; color: var(--link); }
.chart + .muted { margin-block-start: var(--space-3); }
.tasks { display: grid; gap: var(--space-2); margin: 0; padding: var(--space-4) var(--space-5); list-style: none; }
.tasks li::before { content: ""; display: inline-block; width: .625rem; height: .625rem; margin-inline-end: var(--space-2); border: 2px solid var(--muted); border-radius: 50%; }
.tasks li.done { color: var(--muted); }
.tasks li.done::before { border-color: var(--success); background: var(--success); }
.ways { display: flex; flex-wrap: wrap; gap: var(--space-4); }
.trail { margin: 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-m); }
.trail > li + li { border-block-start: 1px solid var(--edge); }
.trail summary { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-3); align-items: baseline; min-height: var(--row-height); padding: var(--space-2) var(--space-3); cursor: pointer; }
.trail summary:hover { background: var(--row); }
.trail time { color: var(--muted); font-size: var(--text-s); font-variant-numeric: tabular-nums; min-width: 12rem; }
.trail .what { flex: 1 1 16rem; overflow-wrap: anywhere; }
.trail .facts, .trail .ways { margin: var(--space-2) var(--space-4) var(--space-3); }
.filters { padding: var(--space-3) var(--space-4); margin-block-end: var(--space-3); }
.filters summary { cursor: pointer; font-weight: 600; }
form.columns { display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); margin-block-start: var(--space-3); }
.chips { display: flex; flex-wrap: wrap; gap: var(--space-2); margin: 0 0 var(--space-3); padding: 0; list-style: none; }
.chips a { padding: var(--space-1) var(--space-3); color: inherit; text-decoration: none; background: var(--selected); }
.copied { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: start; justify-content: space-between; }
.copied > pre { flex: 1 1 20rem; min-width: 0; margin: 0; }
.copied > button { min-height: 2rem; padding: 0 var(--space-3); font-size: var(--text-s); }
.setup { margin-block-end: var(--space-2); padding: var(--space-2) var(--space-4); background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius-s); }
.setup summary { padding-block: var(--space-1); font-weight: 600; cursor: pointer; }
.setup .copied { margin-block: var(--space-2); }
.badge.good { border-color: var(--success); color: var(--success); }
.about { padding: 0; background: none; border: 0; }
.tabs { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-3); margin: 0 0 var(--space-4); padding: 0; list-style: none; border-block-end: 1px solid var(--edge); }
.tabs a { display: block; padding: var(--space-2) var(--space-1); color: inherit; text-decoration: none; border-block-end: 2px solid transparent; }
.tabs a[aria-current] { background: none; border-color: var(--link); font-weight: 600; }
.search { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: end; }
.search > * { flex: 0 1 auto; }
.search input[type=search] { width: 16rem; max-width: 100%; }
.actions { display: flex; flex-wrap: wrap; gap: var(--space-2); margin-block: var(--space-4); align-items: center; }
.empty { padding: var(--space-6) var(--space-5); text-align: center; }
@media (max-width: 48rem) {
  .frame { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; }
  nav { border-inline-end: 0; border-block-end: 1px solid var(--edge); }
  nav { padding-block: var(--space-2); }
  .frame > nav > .entries { position: static; max-height: none; }
  nav a { padding: var(--space-2); }
  nav > input { display: block; }
  nav > label.button { display: block; min-height: 2.25rem; padding-block: var(--space-1); text-align: center; }
  nav > input:focus-visible + label { outline: 2px solid var(--link); outline-offset: 2px; }
  nav > input:not(:checked) ~ .entries { display: none; }
  nav ul { display: flex; flex-wrap: wrap; gap: var(--space-1); }
  .bar { flex-wrap: wrap; }
  .find { order: 1; flex-basis: 100%; }
  td { min-width: 5.5rem; }
  td:has(> a), tbody th { min-width: 7rem; }
  td.tick { min-width: 0; }
  main { padding: var(--space-4); }
  dl.facts { grid-template-columns: 1fr; }
}
@media (max-width: 30rem) {
  .table:not(.narrow) { overflow: visible; background: none; border: 0; }
  .table:not(.narrow) :is(table, tbody, tr, td, tbody th) { display: block; width: auto; min-width: 0; height: auto; }
  .table:not(.narrow) thead { display: none; }
  .table:not(.narrow) tr { position: relative; margin-block-end: var(--space-2); padding: var(--space-2) 0; background: var(--card); border: 1px solid var(--edge);
    border-radius: var(--radius-m); }
  .table:not(.narrow) :is(td, tbody th) { border: 0; }
  .table:not(.narrow) td.tick { position: absolute; inset-inline-end: var(--space-3); padding: 0; }
  td.tick + td { margin-inline-end: 2.5rem; }
  td[data-label]::before { content: attr(data-label); display: inline-block; min-width: 7rem; padding-inline-end: var(--space-2); color: var(--muted); font-size: var(--text-s); }
  .chart td[data-label]::before { content: none; }
  .chart :is(td, th) { min-width: 0; white-space: normal; }
  .chart tbody th { white-space: nowrap; }
}
`
