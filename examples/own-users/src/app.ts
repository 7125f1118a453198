// The application: its own sign-up page, its own API, and the provider in front of its body parsers.
import { nodeHandler } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import express from 'express'
import type { Express } from 'express'
import type { Users } from './users.ts'

export function createApp(provider: Provider, users: Users): Express {
  const app = express()

  // First: behind express.urlencoded() the body of a token request would be gone.
  app.use(nodeHandler(provider))

  app.get('/sign-up', (_request, response) => {
    response.type('html').send(signUpPage(''))
  })

  app.post('/sign-up', express.urlencoded({ extended: false }), async (request, response) => {
    const { email, name, password } = request.body as Readonly<Record<string, unknown>>
    if (typeof email !== 'string' || typeof name !== 'string' || typeof password !== 'string' || password.length < 15) {
      response.status(422).type('html').send(signUpPage('Fill in every field. A password has at least 15 characters.'))
      return
    }
    // The page does not reveal whether the address is taken. Mail its owner here.
    await users.add(email, name, password)
    response.type('html').send('<p>Thank you. You can sign in now.</p>')
  })

  // The API. The token was issued to a client of the project `shop`.
  app.get('/api/me', async (request, response) => {
    const caller = await provider.protect(request, { audience: 'shop', scope: 'openid' })
    if (caller instanceof Response) {
      response.status(caller.status).set(Object.fromEntries(caller.headers)).end()
      return
    }
    response.json({ id: caller.user.id, name: caller.user.displayName })
  })
  return app
}

function signUpPage(problem: string): string {
  return `<!doctype html><title>Sign up</title><h1>Sign up</h1><p>${problem}</p>
<form method="post">
  <label>Email <input name="email" type="email" required></label>
  <label>Name <input name="name" required></label>
  <label>Password <input name="password" type="password" minlength="15" required></label>
  <button>Sign up</button>
</form>`
}
