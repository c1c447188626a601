import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuditSource, writeAudit } from '../platform/audit.ts'
import { auditKey } from '../platform/audit-mac.ts'
import { type Connection, withConnection } from '../platform/connection.ts'
import { inTransaction } from '../platform/database.ts'
import { type Agency, openAgency } from '../platform/test-agency.ts'
import { type AuditSealer, auditSealer } from './audit-sealer.ts'
import { verifyAudit } from './verify-audit.ts'

let agency: Agency
let dataDir: string
let sealer: AuditSealer

beforeAll(async () => {
  agency = await openAgency()
})
afterAll(() => agency.close())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coverdesk-audit-'))
  sealer = sealerOf(agency)
  await asSuperuser((connection) =>
    connection.query(`truncate audit_events, audit_chain, audit_subjects, audit_subject_pages restart identity;
      update audit_progress set sealed_to = 0, gaps = '[]', indexed_seq = 0`),
  )
})
afterEach(() => rm(dataDir, { recursive: true }))

const sealerOf = ({ db, services }: Agency) =>
  auditSealer({
    db,
    config: { auditSecret: services.config.auditSecret, dataDir },
    report: (error) => {
      throw error
    },
  })

const source = (): AuditSource => ({
  userId: 7,
  sessionId: null,
  address: '192.0.2.1',
  requestId: 'r-1',
  key: auditKey(agency.services.config.auditSecret),
})
const write = (entityId: number, db = agency.db) =>
  writeAudit(db, source(), {
    action: 'update',
    entity: 'user',
    entityId,
    outcome: 'done',
    facts: { z: 1, fields: 'roles', 'a b': null },
    subjects: [3, 1, 2],
  })
const verify = (auditSecret = agency.services.config.auditSecret) =>
  verifyAudit(agency.ownerUrl, { auditSecret, dataDir })

/** As somebody who owns the machine: past the triggers. */
const asSuperuser = (work: (connection: Connection) => Promise<unknown>) =>
  withConnection(agency.ownerUrl, 'test', async (connection) => {
    await connection.query('set session_replication_role = replica')
    await work(connection)
  })
const alter = (text: string) => asSuperuser((connection) => connection.query(text))

async function sealed(links: readonly number[]): Promise<void> {
  let id = 0
  for (const events of links) {
    for (let event = 0; event < events; event++) await write(++id)
    await sealer.sealAll()
  }
}

describe('append-only', () => {
  const changes = [
    `update audit_events set outcome = 'refused'`,
    'delete from audit_events',
    'truncate audit_events',
    `update audit_chain set hash = ''`,
    'delete from audit_chain',
    'truncate audit_chain',
    `update audit_subjects set subject = '1'`,
    'delete from audit_subjects',
    'delete from audit_subject_pages',
  ]

  test.each(changes)('P-72 the application’s role may not: %s', async (change) => {
    await sealed([1])
    await expect(sql.raw(change).execute(agency.db)).rejects.toMatchObject({ code: '42501' })
  })

  test.each(changes)('P-72 nor may the owner of the tables: %s', async (change) => {
    await sealed([1])
    const attempt = withConnection(agency.ownerUrl, 'test', (connection) => connection.query(change))
    await expect(attempt).rejects.toThrow('only ever added to')
  })
})

describe('the chain', () => {
  test('P-72 an untouched record is whole, sealed or just written', async () => {
    await sealed([3, 2])
    await write(6)
    expect(await verify()).toEqual({ events: 6, links: 2, waiting: 1, unsigned: 0, anchors: 2, problems: [] })
  })

  test.each([
    [`update audit_events set entity_id = '9' where id = 2`, ['Event 2 was edited (sealed in link 1).']],
    [`update audit_events set user_id = 8 where id = 4`, ['Event 4 was edited (sealed in link 2).']],
    [`update audit_events set subjects = '{3,1}' where id = 2`, ['Event 2 was edited (sealed in link 1).']],
    [`update audit_events set facts = facts || '{"z": 2}' where id = 2`, ['Event 2 was edited (sealed in link 1).']],
    [
      `update audit_events set at = at - interval '1 day' where id = 2`,
      ['Event 2 was given another time (sealed in link 1).'],
    ],
    [`delete from audit_events where id = 3`, ['Event 3 was deleted (sealed in link 1).']],
    [
      `delete from audit_chain where seq = 2`,
      [
        'Link 2 is missing from the chain.',
        'Event 4 is not in the chain: it was added afterwards.',
        'Event 5 is not in the chain: it was added afterwards.',
      ],
    ],
    [
      `update audit_chain set sealed_at = now() where seq = 2`,
      ['Link 2 of the chain was altered, or does not follow the one before it.'],
    ],
    [
      `delete from audit_chain where seq = 3; delete from audit_events where id = 6`,
      [
        expect.stringMatching(
          /^The end was cut off: link 3 is noted in .*audit-anchor\.log line 3, but the chain ends with link 2\.$/,
        ),
      ],
    ],
  ])('P-72 %s is found and named', async (change, problems) => {
    await sealed([3, 2, 1])
    await alter(change)
    expect((await verify()).problems).toEqual(problems)
  })

  test('P-72 two events that change places are both named', async () => {
    await sealed([3])
    await alter(`create temp table one as select * from audit_events where id = 1;
      update audit_events e set (entity_id, mac, at) = (select entity_id, mac, at from audit_events where id = 3) where id = 1;
      update audit_events e set (entity_id, mac, at) = (select entity_id, mac, at from one) where id = 3`)
    expect((await verify()).problems).toEqual([
      'Event 1 was exchanged for another (sealed in link 1).',
      'Event 3 was exchanged for another (sealed in link 1).',
    ])
  })

  test('P-72 two links that change places are both named', async () => {
    await sealed([1, 1, 1])
    await alter(
      'update audit_chain set seq = -2 where seq = 2; update audit_chain set seq = 2 where seq = 3; update audit_chain set seq = 3 where seq = -2',
    )
    const { problems } = await verify()
    expect(problems.filter((problem) => problem.includes('was altered'))).toEqual([
      'Link 2 of the chain was altered, or does not follow the one before it.',
      'Link 3 of the chain was altered, or does not follow the one before it.',
    ])
  })

  test('P-72 a forged event is named, in the middle and at the end, and though it was sealed', async () => {
    await sealed([2])
    const forge = (id: string, mac: string) =>
      alter(`insert into audit_events (id, user_id, action, entity, entity_id, outcome, mac) overriding system value
        values (${id}, 7, 'read', 'policy', '5', 'done', ${mac})`)
    await forge('0', "decode(repeat('ab', 24), 'hex')")
    await forge('3', "''")
    await forge('4', '(select mac from audit_events where id = 1)')
    const forged = (id: number) => `Event ${id} was not written by Coverdesk, or was edited before it was sealed.`
    expect((await verify()).problems).toEqual([forged(0), forged(3), forged(4), 'Events 1 and 4 are copies of one.'])
    await sealer.sealAll()
    expect((await verify()).problems).toEqual([
      'Event 3 was not written by Coverdesk (sealed in link 2).',
      'Event 4 was edited (sealed in link 2).',
      forged(0),
      'Events 1 and 4 are copies of one.',
    ])
  })

  test('P-72 a copy of an event that is added later is named', async () => {
    await sealed([2])
    await alter(`insert into audit_events (user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts, subjects, mac)
      select user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts, subjects, mac from audit_events where id = 1`)
    await sealer.sealAll()
    expect((await verify()).problems).toEqual(['Events 1 and 3 are copies of one.'])
  })

  test('P-72 a chain that was made anew by somebody without the secret, or notes that were altered, are named', async () => {
    await sealed([2, 1])
    expect((await verify('another-secret-for-tests-0123456789-abcdefgh')).problems.length).toBeGreaterThan(3)
    const file = join(dataDir, 'audit-anchor.log')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^1 ../, '1 00'))
    expect((await verify()).problems).toEqual([`${file} line 1 was altered.`])
  })

  test('P-72 a transaction that commits late is sealed later and holds nothing up', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
    const { promise: held, resolve: commit } = Promise.withResolvers<void>()
    late = inTransaction(agency.db, async (db) => {
      await write(1, db)
      wrote()
      await held
    })
    await written
    await write(2)
    await inTransaction(agency.db, async (db) => {
      await write(3, db)
      throw new Error('taken back')
    }).catch(() => undefined)
    await write(4)
    await sealer.sealAll()
    const links = async () =>
      (await sql<{ ids: string }>`select event_ids::text as ids from audit_chain order by seq`.execute(agency.db)).rows
    expect(await links()).toEqual([{ ids: '{2,4}' }])
    commit()
    await late
    await sealer.sealAll()
    expect(await links()).toEqual([{ ids: '{2,4}' }, { ids: '{1}' }])
    expect(await verify()).toMatchObject({ events: 3, links: 2, waiting: 0, problems: [] })
  })

  test('P-72 several nodes that seal at once make one chain, and each notes its own links', async () => {
    const nodes = Array.from({ length: 4 }, () => sealerOf(agency))
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await write(index + 1)
        await nodes[index % 4]?.sealAll().catch((error) => expect(error).toMatchObject({ code: '40001' }))
      }),
    )
    await sealer.sealAll()
    const report = await verify()
    expect(report).toMatchObject({ events: 60, waiting: 0, problems: [] })
    expect(report.anchors).toBe(report.links)
  })

  test('a stop seals what is there', async () => {
    const running = sealerOf(agency)
    running.start()
    await write(1)
    await running.stop()
    expect(await verify()).toMatchObject({ events: 1, waiting: 0, problems: [] })
  })
})
