// The script of the console. Every page works without it. It makes no HTML of data: markup comes from the
// pages of this server alone, by the one policy of Trusted Types that their Content-Security-Policy allows.

/** `/` focuses the search of the page. Inside of fields keys keep their meaning. https://www.w3.org/TR/WCAG22/#character-key-shortcuts */
export const script: string = `const isTyping = (element) => element instanceof HTMLElement && (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName))
document.addEventListener('keydown', (event) => {
  const search = document.querySelector('input[type=search]')
  const wanted = (event.key === '/' && !isTyping(document.activeElement)) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
  if (!wanted || !search || event.altKey) return
  event.preventDefault()
  search.focus()
})
// A page that the browser kept may show what the visitor may not see any more.
addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
const policy = globalThis.trustedTypes?.createPolicy('console', { createHTML: (text) => text })
const parse = (text) => new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html')
// What changes by itself is read again, until a page without it comes.
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
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent))
}
`
