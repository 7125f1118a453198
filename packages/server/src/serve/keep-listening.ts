// A workaround for Deno: once its listener was refused a file descriptor, because connections had used all of them, it accepts no connection
// any more and reports nothing. When no connection has arrived for a while, the server connects to itself, and listens again when it does not
// see that connection. https://github.com/denoland/deno/issues/32941
import type { Server } from 'node:http'
import { connect } from 'node:net'

/** Milliseconds between two looks, and for a call of its own to be heard. */
const interval = 2000
const patience = 1000

/** @returns ends the looking after */
export function keepListening(server: Server, port: number, hostname: string): () => void {
  let heard = true
  let stopped = false
  server.on('connection', () => void (heard = true))
  const timer = setInterval(() => {
    if (heard) heard = false
    else call()
  }, interval)
  timer.unref()

  function call(): void {
    const socket = connect(port, loopbackOf(hostname))
    socket.on('error', () => undefined)
    setTimeout(() => {
      socket.destroy()
      if (!heard && !stopped) listenAnew()
    }, patience).unref()
  }

  function listenAnew(): void {
    const listen = (): void => void (stopped || server.listen(port, hostname))
    // Connections that are open stay open. Where no port is had yet, the next look tries again.
    if (server.listening) server.close(listen)
    else listen()
    // `close` calls back when the last connection has ended; the port is free before.
    setTimeout(() => void (server.listening || listen()), 50).unref()
  }

  return () => {
    stopped = true
    clearInterval(timer)
  }
}

/** Where a server can be reached that listens on all addresses. */
function loopbackOf(hostname: string): string {
  if (hostname === '0.0.0.0') return '127.0.0.1'
  return hostname === '::' ? '::1' : hostname
}
