import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { knownProfiles } from '@coverdesk/domain/uploads/known-profiles.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuditSource, writeAudit } from '../../platform/audit/audit.ts'
import { auditKey } from '../../platform/audit/audit-mac.ts'
import { takeUncommittedEvents } from '../../platform/audit/uncommitted-events.ts'
import { type Connection, withConnection } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { startJobs } from '../../platform/jobs/start-jobs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv, headings, policyRows } from '../../uploads/policies/upload-samples.ts'
import { type AuditSealer, auditSealer, sealingJob } from './audit-sealer.ts'
import { verifyAudit } from './verify-audit.ts'

let agency: TestApp
let dataDir: string
let sealer: AuditSealer

beforeAll(async () => {
  agency = await startTestApp()
})
afterAll(() => agency.close())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coverdesk-audit-'))
  takeUncommittedEvents(agency.db)
  sealer = sealerOf(agency)
  await asSuperuser((connection) =>
    connection.query(`truncate audit_events, audit_chain, audit_receipts, audit_subjects, audit_subject_pages restart identity;
      update audit_progress set sealed_to = 0, gaps = '[]', indexed_seq = 0`),
  )
})
afterEach(() => rm(dataDir, { recursive: true }))

const sealerOf = ({ db, services }: TestApp) => auditSealer(db, { auditSecret: services.config.auditSecret, dataDir })

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

/** Bypasses the triggers, as an attacker with control of the machine could. */
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

/** Expected problem of an event that has a receipt. */
const noted = (what: string, receipt: number) =>
  expect.stringMatching(new RegExp(`^${what} \\(noted in receipt ${receipt} of process [0-9a-f]{8}\\)\\.$`))

describe('append-only', () => {
  const changes = [
    `update audit_events set outcome = 'refused'`,
    'delete from audit_events',
    'truncate audit_events',
    `update audit_chain set hash = ''`,
    'delete from audit_chain',
    'truncate audit_chain',
    `update audit_receipts set hash = ''`,
    'delete from audit_receipts',
    'truncate audit_receipts',
    `update audit_subjects set subject = '1'`,
    'delete from audit_subjects',
    'delete from audit_subject_pages',
  ]

  test.each(changes)('P-72 the application’s role may not %s', async (change) => {
    await sealed([1])
    await expect(sql.raw(change).execute(agency.db)).rejects.toMatchObject({ code: '42501' })
  })

  test.each(changes)('P-72 the owner of the tables may not %s', async (change) => {
    await sealed([1])
    const attempt = withConnection(agency.ownerUrl, 'test', (connection) => connection.query(change))
    await expect(attempt).rejects.toThrow('only ever added to')
  })
})

describe('the chain', () => {
  test('P-72 an unaltered record is intact, sealed or not', async () => {
    await sealed([3, 2])
    await write(6)
    expect(await verify()).toEqual({
      events: 6,
      links: 2,
      receipts: 2,
      waiting: 1,
      unsigned: 0,
      anchors: 4,
      problems: [],
    })
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
          /^The end was cut off: link 3 is noted in .*audit-anchor\.log line 6, but the chain ends with link 2\.$/,
        ),
        noted('Event 6 was deleted', 3),
      ],
    ],
  ])('P-72 %s is found and named', async (change, problems) => {
    await sealed([3, 2, 1])
    await alter(change)
    expect((await verify()).problems).toEqual(problems)
  })

  test('P-72 swapping two events reports both', async () => {
    await sealed([3])
    await alter(`create temp table one as select * from audit_events where id = 1;
      update audit_events e set (entity_id, mac, at) = (select entity_id, mac, at from audit_events where id = 3) where id = 1;
      update audit_events e set (entity_id, mac, at) = (select entity_id, mac, at from one) where id = 3`)
    expect((await verify()).problems).toEqual([
      'Event 1 was exchanged for another (sealed in link 1).',
      'Event 3 was exchanged for another (sealed in link 1).',
    ])
  })

  test('P-72 swapping two links reports both', async () => {
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

  test('P-72 a forged event is reported, in the middle and at the end, even if it was sealed', async () => {
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

  test('P-72 a copy of an event added later is reported', async () => {
    await sealed([2])
    await alter(`insert into audit_events (user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts, subjects, mac)
      select user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts, subjects, mac from audit_events where id = 1`)
    await sealer.sealAll()
    expect((await verify()).problems).toEqual(['Events 1 and 3 are copies of one.'])
  })

  test('P-72 a chain rebuilt without the secret and altered notes are reported', async () => {
    await sealed([2, 1])
    expect((await verify('another-secret-for-tests-0123456789-abcdefgh')).problems.length).toBeGreaterThan(3)
    const file = join(dataDir, 'audit-anchor.log')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^1 ../m, '1 00'))
    expect((await verify()).problems).toEqual([`${file} line 2 was altered.`])
  })

  test('P-72 a note that a full disk cut off is none, and the next one is kept whole on a line of its own', async () => {
    await sealed([2])
    const file = join(dataDir, 'audit-anchor.log')
    const whole = (await readFile(file, 'utf8')).split('\n').at(-2) ?? ''
    for (const length of [1, 20, 40, 90, whole.length - 1]) {
      await appendFile(file, whole.slice(0, length))
      await write(length)
      await sealer.sealAll()
    }
    const report = await verify()
    expect(report).toMatchObject({ events: 7, waiting: 0, problems: [] })
    expect(report.anchors).toBe(report.links + report.receipts)
  })

  test('P-72 a transaction that commits late is sealed later and does not block sealing', async () => {
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

  test('P-72 several nodes that seal concurrently build one chain, and each notes its own links', async () => {
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
    expect(report.anchors).toBe(report.links + report.receipts)
  })

  test('stopping seals all remaining events', async () => {
    const errors: unknown[] = []
    const running = startJobs([sealingJob(sealerOf(agency))], { report: (_, error) => errors.push(error) })
    await write(1)
    await running.stop()
    expect(errors).toEqual([])
    expect(await verify()).toMatchObject({ events: 1, waiting: 0, problems: [] })
  })
})

describe('before the seal', () => {
  test.each([
    ['delete from audit_events where id = 4', [noted('Event 4 was deleted', 2)]],
    ['delete from audit_events where id >= 3', [3, 4, 5].map((id) => noted(`Event ${id} was deleted`, 2))],
    [
      `update audit_events set at = at + interval '1 second' where id = 5`,
      [noted('Event 5 was given another time', 2)],
    ],
    [
      `create temp table one as select * from audit_events where id = 3;
       update audit_events e set (entity_id, mac) = (select entity_id, mac from audit_events where id = 5) where id = 3;
       update audit_events e set (entity_id, mac) = (select entity_id, mac from one) where id = 5`,
      [noted('Event 3 was exchanged for another', 2), noted('Event 5 was exchanged for another', 2)],
    ],
  ])('P-72 %s of events that are not sealed yet is found and reported', async (change, problems) => {
    await sealed([2])
    for (const id of [3, 4, 5]) await write(id)
    await alter(change)
    await sealer.sealAll()
    expect((await verify()).problems).toEqual(problems)
  })

  test('P-72 an event deleted together with its receipt is reported after the next write of the process', async () => {
    await sealed([1, 1])
    await alter(
      'delete from audit_events where id = 2; delete from audit_chain where seq = 2; delete from audit_receipts where seq = 2',
    )
    await sealed([1])
    const { problems } = await verify()
    expect(problems).toContainEqual(expect.stringMatching(/^Receipt 2 is missing from those of process [0-9a-f]{8}\.$/))
  })

  test('P-72 an event deleted together with its receipt is reported immediately with the notes outside the database', async () => {
    await sealed([1, 1])
    await alter(
      'delete from audit_events where id = 2; delete from audit_chain where seq = 2; delete from audit_receipts where seq = 2',
    )
    expect((await verify()).problems).toEqual([
      expect.stringMatching(/^The end was cut off: link 2 is noted in /),
      expect.stringMatching(
        /^The receipts of process [0-9a-f]{8} were cut off: receipt 2 is noted in .*audit-anchor\.log line 3, but the last one is 1\.$/,
      ),
    ])
  })

  test('P-72 an altered receipt and a receipt created without the secret are reported', async () => {
    await sealed([2, 1])
    await alter(`update audit_receipts set event_ids = '{1}', event_times = event_times[1:1] where seq = 1`)
    expect((await verify()).problems).toEqual([
      expect.stringMatching(/^Receipt 1 of process [0-9a-f]{8} was altered, or does not follow the one before it\.$/),
    ])
  })

  test('P-72 events of a rolled-back transaction are not reported as missing', async () => {
    await inTransaction(agency.db, async (db) => {
      await write(1, db)
      throw new Error('taken back')
    }).catch(() => undefined)
    await write(2)
    await sealer.sealAll()
    expect(await verify()).toMatchObject({ events: 1, receipts: 1, problems: [] })
  })

  test('P-72 a receipt that could not be written is written once after the database is back', async () => {
    await write(1)
    await alter('alter table audit_receipts rename to receipts_elsewhere')
    await expect(sealer.sealAll()).rejects.toThrow('audit_receipts')
    await alter('alter table receipts_elsewhere rename to audit_receipts')
    await write(2)
    await sealer.sealAll()
    await sealer.sealAll()
    expect(await verify()).toMatchObject({ events: 2, receipts: 2, waiting: 0, problems: [] })
  })

  test('P-72 all events are noted: in a request, in its transaction and in the thread of an upload', async () => {
    const admin = await createUploader(agency)
    await agency.person({ roles: ['agent'], npn: '19984127' })
    const carrierId = await agency.carrier('Noted Health')
    const period = { carrierId, month: 11, year: 2026 }
    await admin.call(uploads.process, period, { text: csv([headings, ...policyRows(1, 2)]), name: 'book.csv' })
    await admin.call(policies.list, { carrier: carrierId })
    await admin.call(uploads.saveProfile, { carrierId, version: 0, profile: knownProfiles.Molina })
    await sealer.sealAll()
    const { rows } = await sql<{ action: string; noted: boolean }>`
      select action, exists (select from audit_receipts where id = any(event_ids)) as noted from audit_events`.execute(
      agency.db,
    )
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['read', 'import', 'update']))
    expect(rows.filter(({ noted }) => !noted)).toEqual([])
    expect((await verify()).problems).toEqual([])
  })
})
