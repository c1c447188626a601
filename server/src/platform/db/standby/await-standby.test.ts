import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startPrimaryWithStandby } from '../../../testing/standby/start-primary-with-standby.ts'
import { makeTestFolder, removeTestFolder } from '../../../testing/test-folder.ts'
import { startTimeout } from '../../../testing/test-start.ts'
import { withConnection } from '../connection.ts'
import { openPool } from '../database.ts'
import { isDatabaseUnavailable } from '../database-errors.ts'

test(
  'P-75 after a crash of a primary with a synchronous standby no connection shows a commit that the standby does not have, until it has it',
  async () => {
    const folder = makeTestFolder('coverdesk standby ')
    onTestFinished(() => removeTestFolder(folder))
    const { primary, stop, stopStandby, startStandby } = await startPrimaryWithStandby(folder)
    onTestFinished(stop)
    const ask = <Row extends object>(question: string) =>
      withConnection(primary.url, 'test', async (connection) => (await connection.query<Row>(question)).rows)
    await ask("alter system set synchronous_standby_names = '*'")
    await ask('select pg_reload_conf()')
    await expect.poll(() => ask("select sync_state from pg_stat_replication where sync_state = 'sync'")).toHaveLength(1)

    await stopStandby()
    const insert = ask("insert into countries (id, code, name) values (9999, 'ZZ', 'Unconfirmed')").catch(String)
    const waiting = () => ask<{ pid: number }>("select pid from pg_stat_activity where wait_event = 'SyncRep'")
    await expect.poll(waiting).toHaveLength(1)
    process.kill((await waiting())[0]?.pid ?? 0, 'SIGKILL')
    expect(await insert).toContain('terminat')

    const question = "select name from countries where code = 'ZZ'"
    await expect.poll(() => ask(question).catch(() => [])).toEqual([{ name: 'Unconfirmed' }])
    const db = openPool(primary.appUrl, { size: 2 })
    onTestFinished(() => db.destroy())
    const read = () => sql`select name from countries where code = 'ZZ'`.execute(db)
    const failure = await read().catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'timeout expired while waiting for the standby' })
    expect(isDatabaseUnavailable(failure)).toBe(true)
    await startStandby()
    await expect.poll(async () => (await read().catch(() => null))?.rows).toEqual([{ name: 'Unconfirmed' }])
    await ask("alter system set synchronous_standby_names = ''")
    await ask('select pg_reload_conf()')
  },
  startTimeout,
)
