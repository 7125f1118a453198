// Starts the application: MASTER_KEY=$(openssl rand -base64 32) node src/main.ts
import { libsql } from '@symbolon/storage-libsql'
import { createApp } from './app.ts'
import { startProvider } from './provider.ts'
import { openUsers } from './users.ts'

const port = Number(process.env['PORT'] ?? 3000)
const issuer = `http://localhost:${port}`
const users = await openUsers('users.db')
const provider = await startProvider({
  issuer,
  masterKey: process.env['MASTER_KEY'] ?? '',
  storage: libsql({ url: 'file:sign-in.db' }),
  users,
})
createApp(provider, users).listen(port, 'localhost', () => console.log(`The application runs at ${issuer}`))
