import { flushCompileCache } from 'node:module'
import { buildApp } from '../../app.ts'
import { sandboxExchange } from '../../marketplace/exchange/sandbox-exchange.ts'
import { sessionKeeper } from '../../platform/auth/session.ts'
import { openBrands, readBrandsFile } from '../../platform/config/brands.ts'
import { openPool } from '../../platform/db/database.ts'
import { fieldSealer } from '../../platform/secrets/sealed-field.ts'
import { testConfig } from '../../testing/test-config.ts'

// Runs the real app in a process that a test can kill; prints its port on the first line. Tests only.
const url = process.env.DATABASE_URL ?? ''
const config = testConfig(url, { tokenSecret: process.env.TOKEN_SECRET ?? '' })
const db = openPool(url, { size: 4 })
const services = {
  db,
  standby: null,
  databaseUrl: url,
  config,
  disk: { low: () => false },
  databaseState: () => 'running' as const,
  isLeaving: () => false,
  sessions: sessionKeeper(config),
  exchange: sandboxExchange(db),
  cmsPlans: null,
  enrollmentSessions: null,
  sealer: fieldSealer(config.fieldSecret),
  brands: openBrands(await readBrandsFile(undefined), config),
  deliverNow: async () => false,
  now: () => new Date(),
}
const app = await buildApp(services)
await app.listen({ port: 0, host: '127.0.0.1' })
// A killed process writes no compile cache at exit, so flush it now.
flushCompileCache()
const address = app.server.address()
console.log(typeof address === 'object' && address ? address.port : 0)
