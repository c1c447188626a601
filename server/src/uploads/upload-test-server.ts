import { buildApp } from '../app.ts'
import type { Config } from '../platform/config.ts'
import { openPool } from '../platform/database.ts'
import { sessionKeeper } from '../platform/session.ts'
import { readBrands } from '../shell/brands.ts'

// The real app in a process that a test may kill; tells its port on the first line. Only for tests.
const url = process.env.DATABASE_URL ?? ''
const tokenSecret = process.env.TOKEN_SECRET ?? ''
const config: Config = {
  port: 0,
  host: '127.0.0.1',
  publicUrl: 'http://localhost',
  dataDir: '/nowhere',
  demo: false,
  demoSize: 0,
  database: { kind: 'external', url },
  tokenSecret,
  inactivitySeconds: 900,
  inactivityLongHost: undefined,
  brandsFile: undefined,
  logLevel: 'silent',
}
const services = {
  db: openPool(url, { size: 4 }),
  databaseUrl: url,
  config,
  sessions: sessionKeeper(tokenSecret),
  now: () => new Date(),
}
const app = await buildApp(services, { brands: await readBrands(undefined) })
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
console.log(typeof address === 'object' && address ? address.port : 0)
