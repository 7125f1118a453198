// A workaround for Deno: once its listener was refused a file descriptor, because connections had used all of them, it accepts no connection
// any more and reports nothing. When no connection has arrived for a while, the server connects to itself, and listens again when it does not
// see that connection. https://github.com/denoland/deno/issues/32941
import type { Server } from 'node:http'
import { connect } from 'node:net'

/** Milliseconds between two checks, and milliseconds within which the connection to itself must arrive. */
const interval = 2000
const timeout = 1000

/** @returns a function that stops the checks */
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
      if (!heard && !stopped) listenAgain()
    }, timeout).unref()
  }

  function listenAgain(): void {
    const listen = (): void => void (stopped || server.listen(port, hostname))
    // Open connections stay open. If the port cannot be taken yet, the next check tries again.
    if (server.listening) server.close(listen)
    else listen()
    // `close` calls back when the last connection has ended. The port is free before that.
    setTimeout(() => void (server.listening || listen()), 50).unref()
  }

  return () => {
    stopped = true
    clearInterval(timer)
  }
}

/** The address at which a server that listens on all addresses can be reached. */
function loopbackOf(hostname: string): string {
  if (hostname === '0.0.0.0') return '127.0.0.1'
  return hostname === '::' ? '::1' : hostname
}
