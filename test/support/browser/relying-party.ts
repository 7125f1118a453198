// An application for the browser to come back to: one page that shows the answer, on a separate origin.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'

export interface Answer {
  readonly method: string
  /** Of the query, or of the form that was posted. */
  readonly parameters: Readonly<Record<string, string>>
}

export interface RelyingParty {
  readonly origin: string
  readonly redirectUri: string
  /** Answers with a redirect to the same page on another origin: 302 to a GET, 307, which posts on, to a POST. */
  readonly hoppingRedirectUri: string
  readonly otherOrigin: string
  /** Every answer that came, oldest first. */
  readonly answers: readonly Answer[]
  /** A page that frames another page. */
  framing(address: string): string
  close(): Promise<void>
}

export async function startRelyingParty(): Promise<RelyingParty> {
  const answers: Answer[] = []
  const server = createServer((request, response) => {
    answer(request, response, answers).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('no port')
  const origin = `http://localhost:${address.port}`
  return {
    origin,
    redirectUri: `${origin}/cb`,
    hoppingRedirectUri: `${origin}/hop`,
    otherOrigin: `http://127.0.0.1:${address.port}`,
    answers,
    // Not `localhost`: another site, and not only another origin.
    framing: (framed) => `http://127.0.0.1:${address.port}/framing?${new URLSearchParams({ framed })}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, answers: Answer[]): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost')
  if (url.pathname === '/framing') return page(response, `<iframe src="${escape(url.searchParams.get('framed') ?? '')}"></iframe>`)
  if (url.pathname === '/hop') {
    response.writeHead(request.method === 'POST' ? 307 : 302, { location: `http://127.0.0.1:${request.socket.localPort}/cb${url.search}` })
    response.end()
    return
  }
  if (url.pathname !== '/cb') return page(response, '<h1>The application</h1>')
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  const method = request.method ?? ''
  const parameters = Object.fromEntries(method === 'POST' ? new URLSearchParams(body) : url.searchParams)
  answers.push({ method, parameters })
  page(response, `<h1>Welcome back</h1><pre>${escape(JSON.stringify(parameters))}</pre>`)
}

function page(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!doctype html><html lang="en"><title>The application</title><link rel="icon" href="data:,">${body}</html>`)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
