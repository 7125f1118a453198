// The script of the console. Every page works without it. It makes nothing of data: no HTML is built here.

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
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent))
}
`
