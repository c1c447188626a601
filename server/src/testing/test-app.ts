import type { Role } from '@coverdesk/domain/access/rights.ts'
import { newFailure } from '@coverdesk/domain/fail.ts'
import { type FailureCode, failures } from '@coverdesk/domain/failures.ts'
import type { InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { requestOf } from '@coverdesk/domain/platform/route-request.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '../app.ts'
import { logKeeper } from '../logs/log-keeper.ts'
import { recheckMessage } from '../marketing/recheck-message.ts'
import { sandboxExchange } from '../marketplace/exchange/sandbox-exchange.ts'
import { outboxDelivery } from '../messages/outbox-delivery.ts'
import { sessionKeeper } from '../platform/auth/session.ts'
import { openBrands, readBrandsFile } from '../platform/config/brands.ts'
import type { Config } from '../platform/config/config.ts'
import type { NestedConnection } from '../platform/db/connection-guard.ts'
import { type Db, openPool } from '../platform/db/database.ts'
import type { Standby } from '../platform/db/standby/standby.ts'
import type { Services } from '../platform/http/http-call.ts'
import type { LogStream } from '../platform/runtime/logging.ts'
import { fieldSealer } from '../platform/secrets/sealed-field.ts'
import { sandboxNotices } from '../sandbox/sandbox-notices.ts'
import { testConfig } from './test-config.ts'
import { type Prepared, type TestDatabase, testDatabase } from './test-database.ts'
import { makeTestForm } from './test-form.ts'

/** Options of a test user; name and password are generated. */
export interface PersonWish {
  roles?: Role[]
  claims?: string[]
  fullAccess?: boolean
  /** Creates an agent with this NPN, linked by contact. */
  npn?: string
  /** Stored visibility entries: agent id or `__all__`, area or `__all__`. */
  visibility?: [agentId: string, resourceId: string][]
}

export interface Person {
  userId: number
  agentId: number | null
  token: string
  /** Calls a route as this user through the real app; throws a `Failure`. */
  call: <R extends Route>(
    route: R,
    input: InputOf<R>,
    file?: { text: string | Buffer; name?: string; type?: string },
  ) => Promise<OutputOf<R>>
}

interface AgencyOptions {
  keepsLog?: boolean
  prepared?: Prepared | undefined
  poolSize?: number
  /** Database to use instead of a new one, such as one behind a proxy; dropped at the end. */
  database?: TestDatabase
  /** Standby of the database. */
  standby?: Standby
  /** False: a new installation's empty list of locations instead of Main Office, Miami and Orlando. */
  locations?: boolean
}

/** Starts the real app with its own database for one test file, with users of any rights and an adjustable clock. */
export async function startTestApp(
  settings: Partial<Config> = {},
  logTo?: LogStream,
  { keepsLog = false, prepared, poolSize = 8, database: given, standby, locations = true }: AgencyOptions = {},
) {
  const database = given ?? (await testDatabase(prepared))
  const nested: NestedConnection[] = []
  const db = openPool(database.appUrl, {
    size: poolSize,
    onNested(error) {
      nested.push(error)
      throw error
    },
  })
  if (locations)
    await sql`
      insert into lookup_values (list, id, name, position, fixed)
      select 'generic.2', n, name, n, false from unnest(array['Main Office', 'Miami', 'Orlando']) with ordinality l(name, n)
      on conflict do nothing`.execute(db)
  let clock: (() => Date) | null = null
  const now = () => clock?.() ?? new Date()
  const config = testConfig(database.appUrl, settings)
  const brands = openBrands(await readBrandsFile(config.brandsFile), { ...config, demo: true })
  const sealer = fieldSealer(config.fieldSecret, config.fieldSecretsEarlier)
  const delivery = outboxDelivery({ db, config, sealer, recheck: recheckMessage({ db, now }) })
  const services: Services = {
    db,
    standby: standby ?? null,
    databaseUrl: database.appUrl,
    config,
    disk: { low: () => false },
    databaseState: () => 'running',
    isLeaving: () => false,
    sessions: sessionKeeper(config),
    exchange: sandboxExchange(db, sandboxNotices({ config, sealer, brands }), now),
    cmsPlans: null,
    enrollmentSessions: { start: async () => 'https://healthsherpa.com/public/shop?external_id=of-a-test' },
    sealer,
    brands,
    deliverNow: delivery.deliverNow,
    now,
  }
  const log = logKeeper({ db, server: config.serverName })
  const app = await buildApp(services, { ...(logTo ? { logTo } : {}), ...(keepsLog ? { keptLog: log } : {}) })
  await app.ready()
  return {
    app,
    db,
    services,
    /** Log in the database, only with `keepsLog`. */
    log,
    /** Database URL of the owner, for setup that the application's role may not do. */
    ownerUrl: database.url,
    setClock: (now: () => Date) => {
      clock = now
    },
    person: (wish: PersonWish = {}) => makePerson(app, db, services, wish),
    /** Inserts a carrier and returns its id. */
    carrier: async (name: string): Promise<number> => {
      const row = await db.insertInto('carriers').values({ name }).returning('id').executeTakeFirstOrThrow()
      return row.id
    },
    close: async () => {
      await app.close()
      await delivery.stop()
      await log.stop()
      await db.destroy()
      await database.drop()
      // Some failures are only logged.
      if (nested[0]) throw nested[0]
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

let made = 0

async function makePerson(app: FastifyInstance, db: Db, services: Services, wish: PersonWish): Promise<Person> {
  // In base 36: 13 digits can pass as a card number, which inputs mask.
  const name = `person-${++made}-${Date.now().toString(36)}@agency.test`
  const contact = await db
    .insertInto('contacts')
    .values({ first_name: 'Pat', last_name: `Example ${made}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const agent = wish.npn
    ? await db
        .insertInto('agents')
        .values({ contact_id: contact.id, name: `Pat Example ${made}`, login_email: name, npn: wish.npn })
        .returning('id')
        .executeTakeFirstOrThrow()
    : null
  const user = await db
    .insertInto('users')
    .values({
      user_name: name,
      contact_id: contact.id,
      password_hash: 'none',
      roles: wish.roles ?? [],
      claims: wish.claims ?? [],
      has_full_agent_access: wish.fullAccess ?? false,
      org: services.config.org,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [agentId, resourceId] of wish.visibility ?? [])
    await db
      .insertInto('user_visibility')
      .values({ user_id: user.id, agent_id: agentId, resource_id: resourceId })
      .execute()
  const token = await services.sessions.begin(db, user.id, { address: '127.0.0.1', userAgent: 'test' })
  return {
    userId: user.id,
    agentId: agent?.id ?? null,
    token,
    call: (route, input, file) => callAs(app, token, route, input, file),
  }
}

/** Calls a route by injection; a null `token` calls without signing in. */
export async function callAs<R extends Route>(
  app: FastifyInstance,
  token: string | null,
  route: R,
  input: InputOf<R>,
  file?: { text: string | Buffer; name?: string; type?: string },
): Promise<OutputOf<R>> {
  const { method, path, query, body: members } = requestOf(route, input)
  const form =
    typeof route.body === 'object' &&
    (await makeTestForm(
      route.body,
      members ?? {},
      file && { bytes: Buffer.from(file.text), name: file.name ?? '', type: file.type ?? '' },
    ))
  if (file?.name && !form) query.fileName = file.name
  const answer = await app.inject({
    method,
    url: path,
    query: Object.fromEntries(
      Object.entries(query)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(form ? form.headers : file ? { 'content-type': file.type ?? 'text/csv' } : {}),
    },
    ...(form ? { payload: form.payload } : file ? { payload: file.text } : members ? { payload: members } : {}),
  })
  const body: unknown = answer.body === '' ? null : JSON.parse(answer.body)
  if (answer.statusCode >= 400) throw failureFrom(body, answer.statusCode)
  // `parse` gives exactly this, but says unknown for a schema that is only known by its type parameter.
  return route.output.parse(body) as OutputOf<R>
}

function failureFrom(body: unknown, status: number): Error {
  const { code, message, details } = {
    code: '',
    message: '',
    details: undefined,
    ...(typeof body === 'object' ? body : {}),
  }
  const known = (text: string): text is FailureCode => Object.hasOwn(failures, text)
  return known(code) ? newFailure(code, { message, details }) : new Error(`${status} ${message}`)
}
