// Names the cells of tables by their columns, for screens on which a row becomes a card. The markup is generated here: a `<` always begins an element.

const tableElement = /<thead>([\s\S]*?)<\/thead>\s*<tbody>([\s\S]*?)<\/tbody>/g
const headerCell = /<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>/g
const rowElement = /<tr\b[^>]*>[\s\S]*?<\/tr>/g

/** @returns the document with `data-label` at each cell of a table but the first of a row */
export function withLabels(document: string): string {
  return document.replaceAll(tableElement, (table, head: string, body: string) => {
    const labels = [...head.matchAll(headerCell)].map(([, content = '']) => content.replaceAll(/<[^>]*>/g, '').trim())
    const rows = body.replaceAll(rowElement, (row) => {
      let column = -1
      return row.replaceAll(/<t[hd]\b/g, (cell) => {
        column += 1
        const label = labels[column] ?? ''
        const isName = column === 0 || (column === 1 && labels[0] === '')
        return label === '' || isName ? cell : `${cell} data-label="${label}"`
      })
    })
    return table.replace(body, () => rows)
  })
}
