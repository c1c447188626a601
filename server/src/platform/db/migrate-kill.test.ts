import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { databaseAt } from '../../testing/test-database-setup.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { migrate, readMigrations } from './migrate.ts'

let whole: TestDatabase
let name: string
let url: string

beforeEach(async () => {
  whole = await testDatabase()
  name = `${new URL(whole.url).pathname.slice(1)}_killed`
  url = databaseAt(whole.url, name)
  await on(databaseAt(whole.url, 'postgres'), (client) => client.query(`create database ${name} template coverdesk`))
})
afterEach(async () => {
  await on(databaseAt(whole.url, 'postgres'), (client) => client.query(`drop database ${name} with (force)`))
  await whole.drop()
})

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Terminates the migrating session after a number of schema changes; the sequence survives the rollback. */
const executioner = `
  create schema executioner;
  create sequence executioner.left increment -1 minvalue -1000000 maxvalue 1000000 start 1000000;
  create function executioner.strike() returns event_trigger language plpgsql as $$
  begin
    if current_setting('application_name') = 'coverdesk migrate' and nextval('executioner.left') = 0 then
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(10);
    end if;
  end $$;
  create event trigger strike on ddl_command_end execute function executioner.strike();`

/** `npm run endure` uses ten times as many kills. */
const kills = process.env.ENDURE === '1' ? 150 : 15
/** More than any migration makes, so that each can complete. */
const maxChanges = 60

test('P-87 a migration killed at any statement leaves only complete migrations, and the next run continues to the same schema', async () => {
  await on(url, (client) => client.query(executioner))
  const names = (await readMigrations(join(projectRoot, 'server/migrations'))).map(({ name }) => name)
  let killed = 0
  while (killed < kills) {
    // The first changes create the migrations table itself.
    const after = killed < 3 ? killed + 1 : Math.ceil(Math.random() * maxChanges)
    await on(url, (client) => client.query(`alter sequence executioner.left restart with ${after}`))
    const done = await migrate(url).catch((error: Error) => error)
    if (Array.isArray(done)) break
    expect(done.message, `after ${after} changes`).toMatch(/terminat/)
    const applied = await appliedIn(url)
    expect(applied).toEqual(names.slice(0, applied.length))
    killed++
    if (killed === 2) expect(applied, 'no record yet').toEqual([])
  }
  expect(killed).toBeGreaterThan(10)
  await on(url, (client) => client.query('drop event trigger strike'))
  await killedProcess()
  await migrate(url)
  await on(url, (client) => client.query('drop schema executioner cascade'))
  expect(await appliedIn(url)).toEqual(names)
  expect(await schemaOf(url)).toEqual(await schemaOf(whole.url))
  // Each kill is a migration from the start, up to the statement that is killed.
}, 240_000)

/** Names of the applied migrations in order; none without a migrations table. */
const appliedIn = (url: string) =>
  on(url, async (client) => {
    const { rows: found } = await client.query("select to_regclass('public.migrations') as record")
    if (found[0].record === null) return []
    const { rows } = await client.query<{ name: string }>('select name from migrations order by number')
    return rows.map(({ name }) => name)
  })

/** Kills a run in a separate process shortly after its start. */
async function killedProcess(): Promise<void> {
  const program = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    process.send('on'); await migrate(process.argv[1])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, url], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(child, 'message')
  await wait(60)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Everything that migrations create, as text. */
async function schemaOf(url: string): Promise<unknown> {
  return await on(url, async (client) => {
    const { rows } = await client.query(`
      select (select json_agg(c order by c.line) from (select format('%s %s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull) as line
          from pg_attribute a join pg_class t on t.oid = a.attrelid where t.relnamespace = 'public'::regnamespace and attnum > 0) c) as columns,
        (select json_agg(indexdef order by indexname) from pg_indexes where schemaname = 'public') as indexes,
        (select json_agg(conrelid::regclass || conname || pg_get_constraintdef(oid) order by conrelid::regclass::text, conname)
          from pg_constraint where connamespace = 'public'::regnamespace) as rules,
        (select json_agg(tgrelid::regclass || tgname order by tgrelid::regclass::text, tgname) from pg_trigger where not tgisinternal) as triggers,
        (select json_agg(md5(prosrc) order by proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace) as functions,
        (select json_agg(relname || coalesce(relacl::text, '') order by relname) from pg_class where relnamespace = 'public'::regnamespace) as rights,
        (select json_agg(l order by list, id) from lookup_values l) as words`)
    return rows[0]
  })
}
