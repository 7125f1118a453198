// `npm start`: runs the service, and the relying party to try a sign-in.
import { serve } from '@hono/node-server'
import {
  exampleClientId,
  exampleOrigin,
  isOperatorError,
  logJsonLines,
  readConfiguration,
  startSymbolon,
  startText,
  stopSignal,
} from 'symbolon'

const environment = { SYMBOLON_EXAMPLE: 'on', SYMBOLON_LOG_LEVEL: 'warning', ...process.env }

try {
  const configuration = readConfiguration(environment)
  await logJsonLines(configuration.logLevel)
  const stopRequested = stopSignal()
  const symbolon = await startSymbolon(configuration, { terminal: process.stdout.isTTY })
  process.stdout.write(startText(symbolon))
  const stopExample = configuration.example && symbolon.hasExample ? await startExample(symbolon.issuer) : undefined
  process.stdout.write('  Ctrl-C stops it.\n\n')
  await stopRequested
  stopExample?.()
  await symbolon.stop()
} catch (error) {
  if (!isOperatorError(error)) throw error
  process.stderr.write(`symbolon: ${error.message}\n`)
  process.exitCode = 1
}

/** @returns a function that stops it */
async function startExample(issuer: string): Promise<() => void> {
  const { createRelyingParty } = await import('@symbolon/example-relying-party')
  const { hostname, port } = new URL(exampleOrigin)
  const { fetch } = createRelyingParty({ issuer, clientId: exampleClientId, origin: exampleOrigin })
  return await new Promise((resolve) => {
    const server = serve({ fetch, hostname, port: Number(port) }, () => {
      process.stdout.write(`  Try a sign-in: ${exampleOrigin}\n`)
      resolve(() => {
        server.close()
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    })
    server.on('error', (error) => {
      process.stderr.write(
        `symbolon: the example cannot run at ${exampleOrigin}: ${error.message}. Set SYMBOLON_EXAMPLE=off to run without it.\n`,
      )
      resolve(() => undefined)
    })
  })
}
