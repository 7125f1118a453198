// The script of the console. Every page works without it. It makes no HTML of data: markup comes from the
// pages of this server alone, by the one policy of Trusted Types that their Content-Security-Policy allows.

/** `/` and Ctrl-K focus the search over everything. Inside of fields keys keep their meaning. https://www.w3.org/TR/WCAG22/#character-key-shortcuts */
export const script: string = `const isTyping = (element) => element instanceof HTMLElement && (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName))
document.addEventListener('keydown', (event) => {
  const search = document.getElementById('find')
  const wanted = (event.key === '/' && !isTyping(document.activeElement)) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
  if (!wanted || !search || event.altKey) return
  event.preventDefault()
  search.focus()
})
// A page that the browser kept may show what the visitor may not see any more.
addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
const policy = globalThis.trustedTypes?.createPolicy('console', { createHTML: (text) => text })
const parse = (text) => new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html')
// A part of the page that changes by itself is read again until the page comes without it.
const refreshed = document.querySelector('[data-refresh]')
if (refreshed) {
  const again = async () => {
    const answer = await fetch(location.href, { redirect: 'error' })
    const next = answer.ok && parse(await answer.text()).getElementById(refreshed.id)
    if (!next?.dataset.refresh) return location.reload()
    refreshed.replaceChildren(...next.childNodes)
    setTimeout(again, Number(refreshed.dataset.refresh))
  }
  setTimeout(again, Number(refreshed.dataset.refresh))
}
// The preview of a form follows what is typed. Files and the secrets of the form stay here.
const previewed = document.querySelector('form[data-preview]')
if (previewed) {
  let waiting
  previewed.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(async () => {
      const typed = [...new FormData(previewed)].filter(([name, value]) => typeof value === 'string' && value !== '' && name !== 'csrf' && name !== 'etag')
      for (const frame of document.querySelectorAll('iframe[data-scheme]')) {
        frame.src = previewed.dataset.preview + '?' + new URLSearchParams([...typed, ['scheme', frame.dataset.scheme]])
      }
      if (!document.querySelector('.contrasts')) return
      const answer = await fetch(location.pathname + '?' + new URLSearchParams(typed), { redirect: 'error' }).catch(() => undefined)
      const page = answer?.ok && parse(await answer.text())
      if (page) for (const list of document.querySelectorAll('.contrasts')) list.replaceChildren(...page.getElementById(list.id).childNodes)
    }, 250)
  })
}
// Addresses are checked while the user types, by the page that takes the form. Nothing is stored.
for (const field of document.querySelectorAll('textarea[data-check]')) {
  let waiting, asked = 0
  const check = async () => {
    const mine = asked
    const body = new URLSearchParams([...new FormData(field.form)].filter(([, value]) => typeof value === 'string'))
    body.set('check', 'true')
    const answer = await fetch(field.form.action, { method: 'POST', body, redirect: 'error' }).catch(() => undefined)
    const checked = answer && parse(await answer.text()).getElementById(field.id)
    if (!checked || mine !== asked) return
    for (const name of ['aria-invalid', 'aria-describedby']) {
      if (checked.hasAttribute(name)) field.setAttribute(name, checked.getAttribute(name))
      else field.removeAttribute(name)
    }
    const [mineShown, now] = [field, checked].map((each) => each.parentElement.querySelector('[aria-live]'))
    if (mineShown.textContent !== now.textContent) mineShown.replaceChildren(...now.childNodes)
  }
  field.addEventListener('input', () => {
    asked += 1
    clearTimeout(waiting)
    waiting = setTimeout(check, 300)
  })
}
// One box ticks all of a list.
for (const box of document.querySelectorAll('input[data-all]')) {
  box.hidden = false
  box.addEventListener('change', () => {
    for (const each of box.form.elements[box.dataset.all].forEach ? box.form.elements[box.dataset.all] : [box.form.elements[box.dataset.all]]) each.checked = box.checked
  })
}
// The global search shows results while the user types. The arrow keys go through it.
const find = document.querySelector('input[data-find]')
if (find) {
  const found = document.getElementById(find.dataset.find)
  let waiting, asked = 0
  const close = () => { clearTimeout(waiting); asked += 1; found.hidden = true }
  find.addEventListener('input', () => {
    close()
    const mine = asked
    if (find.value.trim() === '') return
    waiting = setTimeout(async () => {
      const answer = await fetch(find.form.action + '?' + new URLSearchParams({ q: find.value }), { redirect: 'error' }).catch(() => undefined)
      const results = answer?.ok && parse(await answer.text()).getElementById('results')
      if (!results || mine !== asked) return
      results.removeAttribute('id')
      found.replaceChildren(results)
      found.hidden = false
    }, 150)
  })
  find.form.addEventListener('keydown', (event) => {
    const links = [find, ...found.querySelectorAll('a')]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && !found.hidden) { event.preventDefault(); close(); find.focus() }
    if (!step || found.hidden) return
    event.preventDefault()
    links.at((links.indexOf(document.activeElement) + step) % links.length).focus()
  })
  find.form.addEventListener('focusout', (event) => { if (!find.form.contains(event.relatedTarget)) close() })
}
for (const button of document.querySelectorAll('button[data-download]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([document.getElementById(button.dataset.download).textContent], { type: 'application/json' }))
    link.download = button.dataset.name
    link.click()
    URL.revokeObjectURL(link.href)
  })
}
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent))
}
`
