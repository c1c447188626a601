import { type ContactDetails, contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { contactMerges, MergeSide, mergeFields } from '@coverdesk/domain/contacts/merge-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withConnection } from '../../platform/db/connection.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addTestContact, type ContactOptions } from '../test-contact.ts'
import { contactParts, contactPointers, unchangedReferences } from './contact-references.ts'

let agency: TestApp
let admin: Person
let ana: Person
let luis: Person

beforeEach(async () => {
  agency = await startTestApp()
  const claims = ['admin.customer']
  admin = await agency.person({ roles: ['agent', 'administrator'], claims })
  ana = await agency.person({ roles: ['agent'], claims, npn: '401' })
  luis = await agency.person({ roles: ['agent'], claims, npn: '402' })
})
afterEach(() => agency.close())

/** Tables that a merge and its undo change intentionally, and tables that only count or are derived. */
const beside = [
  'audit_%',
  'contact_merges',
  'record_changes',
  'list_versions',
  'list_touches',
  'contacts_to_compare',
  'contact_pairs',
  'sessions',
]

/** All rows of all tables as text, without the version counters of contacts and of agents, which every change increments. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not relname like any(${beside}) order by 1`.execute(
    agency.db,
  )
  const versions: Record<string, string> = {}
  for (const { name } of tables) {
    const version = sql.raw({ contacts: ` - 'version'`, agents: ` - 'version' - 'updated_at'` }[name] ?? '')
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg((to_jsonb(t)${version})::text, E'\n' order by t::text), '') as text from ${sql.table(name)} t`.execute(
      agency.db,
    )
    versions[name] = rows[0]?.text ?? ''
  }
  return versions
}

const versionsOf = async (id: number, otherId: number) => {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from contacts where id = any(${[id, otherId]}::bigint[])`.execute(agency.db)
  const of = (wanted: number) => rows.find((row) => row.id === wanted)?.version ?? 0
  return { version: of(id), otherVersion: of(otherId) }
}
type Choices = Parameters<typeof contactMerges.merge.input.parse>[0] extends infer I
  ? Partial<Record<string, unknown>> & I
  : never
const merge = async (person: Person, id: number, otherId: number, choices: Record<string, 'kept' | 'merged'> = {}) =>
  (
    await person.call(contactMerges.merge, { id, otherId, ...(await versionsOf(id, otherId)), choices } as Choices &
      never)
  ).id

const details = (id: number): Promise<ContactDetails> => admin.call(contacts.details, { id })

test('every foreign key to contacts and customers is declared as a part, a pointer or unchanged with a reason', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c, unnest(c.conkey) as key join pg_attribute a on a.attnum = key
    where c.contype = 'f' and c.confrelid in ('contacts'::regclass, 'customers'::regclass) and a.attrelid = c.conrelid
    order by 1, 2`.execute(agency.db)
  const declared = [...contactParts, ...contactPointers, ...unchangedReferences].map(
    ({ table, column }) => `${table}.${column}`,
  )
  expect(rows.map(({ table, column }) => `${table}.${column}`).filter((name) => !declared.includes(name))).toEqual([])
  expect(rows.length).toBeGreaterThan(8)
  expect(new Set(declared).size).toBe(declared.length)
  // References without a foreign key are declared as well, and every declared column exists.
  for (const name of declared) {
    const [table = '', column = ''] = name.split('.')
    const { rows: found } = await sql`
      select from information_schema.columns where table_name = ${table} and column_name = ${column}`.execute(agency.db)
    expect(found, name).toHaveLength(1)
  }
})

test('a merge moves emails, phones, addresses, notes and customer data, and hides the merged contact from all lists', async () => {
  const [kept, merged] = [
    await addTestContact(agency, {
      firstName: 'Ana',
      lastName: 'Merger',
      agentId: ana.agentId,
      emails: ['a@example.com', 'Shared@example.com'],
      phones: ['3055550101'],
    }),
    await addTestContact(agency, {
      firstName: 'Anna',
      lastName: 'Merger',
      dob: '1970-05-06',
      agentId: ana.agentId,
      emails: ['shared@example.com', 'b@example.com'],
      phones: ['3055550102'],
      address: { address: '1 Way' },
      customer: true,
    }),
  ]
  await sql`update contact_emails set purposes = '{2}' where contact_id = ${merged} and email = 'shared@example.com'`.execute(
    agency.db,
  )
  await sql`insert into notes (kind, record_id, body) values (1, ${merged}, 'kept')`.execute(agency.db)
  const preview = await ana.call(contactMerges.preview, { id: kept, otherId: merged })
  expect(preview.choices.map(({ field, wins }) => `${field} ${wins}`)).toEqual([
    'firstName kept',
    'dob merged',
    'status merged',
    'email kept',
    'phone kept',
    'address merged',
  ])
  expect(preview.moves).toEqual([
    '1 email',
    '1 phone',
    '1 address',
    'the history of the status as a customer',
    '1 note',
  ])
  expect(preview.refused).toBeNull()
  expect(preview.likeness?.reason).toMatch(/^same email, names \d+ % alike$/)

  await merge(ana, kept, merged, { email: 'merged', firstName: 'merged' })
  const now = await details(kept)
  expect(now).toMatchObject({ contacts: { firstName: 'Anna', lastName: 'Merger' }, dob: '1970-05-06', customer: true })
  expect(now.contacts.emails).toEqual([
    { email: 'Shared@example.com', purposes: ['Work'] },
    { email: 'a@example.com', purposes: [] },
    { email: 'b@example.com', purposes: [] },
  ])
  expect(now.contacts.phones.map(({ phone }) => phone)).toEqual(['3055550101', '3055550102'])
  expect(now.contacts.addresses.map(({ address }) => address)).toEqual(['1 Way'])
  const { rows } = await sql<object>`select record_id from notes where body = 'kept'`.execute(agency.db)
  expect(rows).toEqual([{ record_id: kept }])
  expect((await ana.call(contacts.list, { name: 'Merger' })).data.map(({ id }) => id)).toEqual([kept])
  expect((await ana.call(contacts.simplified, { q: 'b@example.com' })).map(({ id }) => id)).toEqual([kept])
  expect((await ana.call(customers.list, { fullName: 'Merger' })).data.map(({ id }) => id)).toEqual([kept])
  for (const route of [contacts.details, profile.one, contactMerges.duplicates])
    await expect(ana.call(route, { id: merged })).rejects.toMatchObject({ code: 'contact.not_found' })
  expect(await ana.call(contactMerges.merges, { id: kept })).toMatchObject([{ mergedId: merged, name: 'Anna Merger' }])
})

/** Contacts that may share any field, as an agency gets them from carriers, forms and calls. */
const someone = fc.record<ContactOptions>({
  firstName: fc.constantFrom('Ana', 'Ána', 'Luis', ''),
  middleName: fc.constantFrom('', 'M'),
  lastName: fc.constantFrom('Vega', 'Vega Ruiz', 'Roe'),
  dob: fc.constantFrom(null, '1980-02-29', '1980-03-01'),
  sex: fc.constantFrom(null, 'F', 'M'),
  emails: fc.uniqueArray(fc.constantFrom('x@example.com', 'X@example.com', 'y@example.com', 'z@example.com'), {
    maxLength: 3,
    selector: (email) => email.toLowerCase(),
  }),
  phones: fc.uniqueArray(fc.constantFrom('3055550101', '3055550102', '3055550103'), { maxLength: 3 }),
  address: fc.constantFrom(undefined, { address: '1 Way', state: 'FL', zip: '33101' }, { address: '2 Way' }),
  customer: fc.boolean(),
})
const chosen = fc.dictionary(fc.constantFrom(...mergeFields), fc.constantFrom(...MergeSide.options), { maxKeys: 15 })

/** Inserts a contact with generated values and related records. */
async function make(
  wish: ContactOptions,
  more: { user: boolean; agent: boolean; notes: number; statuses: number[] },
): Promise<number> {
  const id = await addTestContact(agency, wish)
  await sql`update contact_emails set purposes = array[(id % 3)::int + 1] where contact_id = ${id}`.execute(agency.db)
  await sql`update contacts set npn = case when id % 3 = 0 then id::text end, ffe_id = case when id % 4 = 0 then 'ffe' end where id = ${id}`.execute(
    agency.db,
  )
  if (more.user)
    await sql`insert into users (user_name, contact_id, password_hash) values (${`merge-${id}`}, ${id}, 'none')`.execute(
      agency.db,
    )
  if (more.agent)
    await sql`insert into agents (contact_id, name, login_email) values (${id}, 'Agent', ${`merge-${id}@example.com`})`.execute(
      agency.db,
    )
  for (let note = 0; note < more.notes; note++)
    await sql`insert into notes (kind, record_id, body) values (1, ${id}, 'n'), (2, ${id}, 'of a policy')`.execute(
      agency.db,
    )
  if (wish.customer)
    for (const statusId of more.statuses) await admin.call(customers.setStatus, { id, statusId, comment: 'c' })
  return id
}
const hangs = fc.record({
  user: fc.boolean(),
  agent: fc.boolean(),
  notes: fc.nat({ max: 2 }),
  statuses: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
})

test('property: any merge loses no data, and its undo restores exactly the previous rows', async () => {
  let merges = 0
  await fc.assert(
    fc.asyncProperty(someone, hangs, someone, hangs, chosen, async (one, onOne, other, onOther, choices) => {
      const [kept, merged] = [await make(one, onOne), await make(other, onOther)]
      const before = await everything()
      const { refused } = await admin.call(contactMerges.preview, { id: kept, otherId: merged })
      const together = { user: onOne.user || onOther.user, agent: onOne.agent || onOther.agent }
      const crossed =
        together.user && together.agent && !(onOne.user && onOne.agent) && !(onOther.user && onOther.agent)
      expect(refused !== null).toBe((onOne.user && onOther.user) || (onOne.agent && onOther.agent) || crossed)
      if (refused !== null) {
        await expect(merge(admin, kept, merged, choices)).rejects.toMatchObject({
          code: 'contact.merge_refused',
          message: refused,
        })
        expect(await everything()).toEqual(before)
        return
      }
      const [left, right] = [await details(kept), await details(merged)]
      const id = await merge(admin, kept, merged, choices)
      merges++
      const now = await details(kept)
      const all = (list: 'emails' | 'phones' | 'addresses', of: ContactDetails[]) =>
        new Set(
          of.flatMap((side) => side.contacts[list].map((entry) => Object.values(entry)[0]?.toString().toLowerCase())),
        )
      for (const list of ['emails', 'phones', 'addresses'] as const)
        expect(all(list, [now])).toEqual(all(list, [left, right]))
      expect(now.customer).toBe(left.customer || right.customer)
      expect({ user: now.isUser, agent: now.isAgent }).toEqual(together)
      const { rows: counted } = await sql<{ notes: number; statuses: number; current: number; last: boolean }>`
        select (select count(*) from notes where kind = 1 and record_id = ${kept})::int as notes,
          (select count(*) from status_changes where kind = 'customer' and record_id = ${kept})::int as statuses,
          (select count(*) from status_changes where kind = 'customer' and record_id = ${kept} and ended_at is null)::int as current,
          coalesce((select ended_at is null and status_id = (select status_id from customers where contact_id = ${kept})
            from status_changes where kind = 'customer' and record_id = ${kept} order by id desc limit 1), true) as last`.execute(
        agency.db,
      )
      expect(counted[0]?.notes).toBe(onOne.notes + onOther.notes)
      const entries = (one.customer ? onOne.statuses.length : 0) + (other.customer ? onOther.statuses.length : 0)
      expect(counted[0]?.statuses).toBeGreaterThanOrEqual(entries)
      expect(counted[0]?.current).toBe(counted[0]?.statuses === 0 ? 0 : 1)
      expect(counted[0]?.last).toBe(true)
      await admin.call(contactMerges.undo, { mergeId: id })
      expect(await everything()).toEqual(before)
      await expect(admin.call(contactMerges.undo, { mergeId: id })).rejects.toMatchObject({ code: 'merge.not_found' })
    }),
    { numRuns: 25 },
  )
  expect(merges).toBeGreaterThan(0)
})

test('P-74 an undo is rejected with its reason if either contact has changed; later merges must be undone first', async () => {
  const three = await Promise.all(
    ['One', 'Two', 'Three'].map((lastName) =>
      addTestContact(agency, { lastName, emails: [`${lastName}@example.com`], customer: true }),
    ),
  )
  const [one = 0, two = 0, third = 0] = three
  const first = await merge(admin, one, two)
  const second = await merge(admin, one, third)
  const blocked = async () =>
    (await admin.call(contactMerges.merges, { id: one })).map(({ id, blocked }) => [id, blocked])
  expect(await blocked()).toEqual([
    [second, null],
    [first, 'A later merge must be undone first'],
  ])
  await expect(admin.call(contactMerges.undo, { mergeId: first })).rejects.toMatchObject({
    code: 'contact.merge_changed',
    message: 'A later merge must be undone first',
  })
  await admin.call(contactMerges.undo, { mergeId: second })
  await admin.call(customers.setStatus, { id: one, statusId: 3, comment: 'called' })
  await expect(admin.call(contactMerges.undo, { mergeId: first })).rejects.toMatchObject({
    code: 'contact.merge_changed',
    message: 'The merge can’t be undone, because these have changed since: customer data, status',
    details: { changed: ['customer data', 'status'] },
  })
  expect(await blocked()).toEqual([
    [first, 'The merge can’t be undone, because these have changed since: customer data, status'],
  ])
  const again = await merge(admin, one, third)
  await sql`update contact_emails set email = 'other@example.com' where contact_id = ${one} and position = 0`.execute(
    agency.db,
  )
  await expect(admin.call(contactMerges.undo, { mergeId: again })).rejects.toMatchObject({
    code: 'contact.merge_changed',
  })
})

test('a merge can be undone after an upgrade added a column, which keeps its values', async () => {
  const [kept, merged] = [
    await addTestContact(agency, { lastName: 'Before', customer: true }),
    await addTestContact(agency, { lastName: 'Upgrade', customer: true }),
  ]
  const mergeId = await merge(admin, kept, merged)
  await withConnection(agency.ownerUrl, 'test', (connection) =>
    connection.query("alter table contacts add column of_later text not null default 'later'"),
  )
  await sql`update contacts set of_later = 'set since' where id = ${kept}`.execute(agency.db)
  await admin.call(contactMerges.undo, { mergeId })
  const { rows } = await sql`
    select last_name, of_later, merged_into from contacts where id = any(${[kept, merged]}::bigint[]) order by id`.execute(
    agency.db,
  )
  expect(rows).toEqual([
    { last_name: 'Before', of_later: 'set since', merged_into: null },
    { last_name: 'Upgrade', of_later: 'later', merged_into: null },
  ])
})

test('P-74 a merge based on an older version is rejected and names who changed what', async () => {
  const [kept, merged] = [
    await addTestContact(agency, { customer: true }),
    await addTestContact(agency, { lastName: 'Gone' }),
  ]
  const versions = await versionsOf(kept, merged)
  const third = await addTestContact(agency, { lastName: 'Third' })
  await merge(admin, kept, third)
  await expect(
    admin.call(contactMerges.merge, { id: kept, otherId: merged, ...versions, choices: {} }),
  ).rejects.toMatchObject({ code: 'record.changed', details: { since: [{ action: 'Merged' }] } })
  expect((await details(merged)).id).toBe(merged)
})

test('P-26 P-27 P-28 a user must be able to see both contacts; otherwise nothing is revealed or changed', async () => {
  const [mine, second, others] = [
    await addTestContact(agency, { agentId: ana.agentId }),
    await addTestContact(agency, { agentId: ana.agentId }),
    await addTestContact(agency, { agentId: luis.agentId }),
  ]
  const before = await everything()
  for (const [id, otherId] of [
    [mine, others],
    [others, mine],
    [mine, 999_999_999],
  ] as const) {
    await expect(ana.call(contactMerges.preview, { id, otherId })).rejects.toMatchObject({ code: 'contact.not_found' })
    await expect(ana.call(contactMerges.merge, { id, otherId, version: 1, otherVersion: 1 })).rejects.toMatchObject({
      code: 'contact.not_found',
    })
    await expect(ana.call(contactMerges.tellApart, { id, otherId })).rejects.toMatchObject({
      code: 'contact.not_found',
    })
  }
  expect(await everything()).toEqual(before)
  const reader = await agency.person({ roles: ['agent'], claims: ['view.customer'], fullAccess: true })
  await expect(reader.call(contactMerges.preview, { id: mine, otherId: second })).rejects.toMatchObject({
    code: 'right.missing',
  })
  const made = await merge(admin, mine, second)
  await expect(luis.call(contactMerges.undo, { mergeId: made })).rejects.toMatchObject({ code: 'merge.not_found' })
  await expect(luis.call(contactMerges.merges, { id: mine })).rejects.toMatchObject({ code: 'contact.not_found' })
  await ana.call(contactMerges.undo, { mergeId: made })
})

test('possible duplicates are found by date of birth, email or phone and a similar name, with reason and score, among visible contacts', async () => {
  const base = { firstName: 'Marisol', lastName: 'Cienfuegos', dob: '1988-08-08', agentId: ana.agentId }
  const one = await addTestContact(agency, { ...base, emails: ['mc@example.com'], phones: ['4045550111'] })
  const swapped = await addTestContact(agency, { ...base, firstName: 'Cienfuegos', lastName: 'Marisol' })
  const mailed = await addTestContact(agency, { ...base, firstName: 'M.', dob: null, emails: ['MC@example.com'] })
  const called = await addTestContact(agency, {
    ...base,
    lastName: 'Cienfuego',
    dob: '1988-08-09',
    phones: ['4045550111'],
  })
  const hidden = await addTestContact(agency, { ...base, agentId: luis.agentId })
  await addTestContact(agency, { ...base, firstName: 'Otto', lastName: 'Zimmer' })
  await addTestContact(agency, { ...base, dob: '1950-01-01' })
  const found = await ana.call(contactMerges.duplicates, { id: one })
  expect(found.map(({ id, reason }) => [id, reason])).toEqual([
    [swapped, 'same date of birth, same name'],
    [mailed, expect.stringMatching(/^same email, names \d\d % alike$/)],
    [called, expect.stringMatching(/^same phone, names \d\d % alike, different dates of birth$/)],
  ])
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
  expect((await admin.call(contactMerges.duplicates, { id: one })).map(({ id }) => id)).toContain(hidden)

  const pairs = async (person: Person) => {
    // The queue is shared with other changes and processed in batches.
    while ((await person.call(contactMerges.pairs, {})).waiting > 0);
    const all: string[] = []
    for (let pageNumber = 1; ; pageNumber++) {
      const { data, totalRecords } = await person.call(contactMerges.pairs, { pageNumber, pageSize: 500 })
      all.push(...data.map(({ both }) => both.join()))
      if (data.length < 500) {
        expect(totalRecords).toBe(all.length)
        return all
      }
    }
  }
  const ofAna = await pairs(ana)
  expect(ofAna).toEqual(expect.arrayContaining([[one, swapped].join(), [one, mailed].join(), [one, called].join()]))
  expect(ofAna.some((pair) => pair.split(',').includes(String(hidden)))).toBe(false)
  expect(await pairs(luis)).toEqual([])
  expect(await pairs(admin)).toContain([one, hidden].join())

  await ana.call(contactMerges.tellApart, { id: swapped, otherId: one })
  await sql`update contacts set dob = '1988-08-10' where id = ${called}`.execute(agency.db)
  expect(await pairs(ana)).not.toContain([one, swapped].join())
  expect((await ana.call(contactMerges.duplicates, { id: one })).map(({ id }) => id)).toEqual([mailed, called])
  await merge(ana, one, mailed)
  expect((await pairs(ana)).some((pair) => pair.split(',').includes(String(mailed)))).toBe(false)
})
