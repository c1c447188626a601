import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { EditConflict } from '@coverdesk/domain/history/history-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAgent, editOf as sentBack } from '../agents/test-agents.ts'
import { customerAgent, editOf, failureOf, someone } from '../customers/test-customers.ts'
import { submittedBy } from '../offline/offline-test-people.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { type ChangedEntity, changesSince } from './record-changes.ts'

let agency: TestApp
let staff: Person[]
const people = 50
/**
 * Of all: a thousand tries of one kind, a hundred of the others, which save in the same way: all fifty begin from one
 * version, so that a change that is lost is lost in the first round. `npm run endure` makes a thousand of each.
 */
const triesOf = ({ form }: Kind) => (process.env.ENDURE === '1' || form === 'ways to reach a customer' ? 20 : 2)

beforeAll(async () => {
  agency = await startTestApp()
  const claims = ['admin.customer', 'admin.Lead', 'view.OfflineApp', 'admin.OfflineApp', 'admin.AgentRate']
  staff = await Promise.all(
    Array.from({ length: people }, () =>
      agency.person({
        roles: ['agent', 'administrator'],
        claims,
        fullAccess: true,
        visibility: [['__all__', '__all__']],
      }),
    ),
  )
})
afterAll(() => agency.close())

/** One record with a field that fifty users edit, each with a unique value. */
interface Edited {
  id: number
  version: number
  /** Users who save; where only the owner may save, one user with fifty sessions. */
  by?: Person
  /** Value of an attempt as shown in the history. */
  says(nth: number): string
  /** Saves based on a version; returns the new version. */
  save(person: Person, version: number, nth: number): Promise<number>
}

interface Kind {
  entity: ChangedEntity
  form: string
  /** Name of the field in the history. */
  field: string
  make(): Promise<Edited>
}

const anyUser = (): Person => staff[0] ?? expect.fail('No users')
const words = (nth: number) => `Try ${nth}`

const kinds: readonly Kind[] = [
  {
    entity: 'agent',
    form: 'agent',
    field: 'NPN',
    make: async () => {
      const made = await anyUser().call(agents.save, newAgent())
      const npn = (nth: number) => String(80_000_000 + made.id * people * 20 + nth)
      return {
        id: made.id,
        version: made.version,
        says: npn,
        save: async (person, version, nth) =>
          (await person.call(agents.save, sentBack({ ...made, version }, { npn: npn(nth) }))).version,
      }
    },
  },
  {
    entity: 'rate',
    form: 'rate',
    field: 'Rate',
    make: async () => {
      const { id: agentId } = await anyUser().call(agents.save, newAgent())
      const startDate = '2099-01-01'
      const carrierId = await agency.carrier(`Fought Over ${agentId}`)
      const { id, version } = await anyUser().call(rates.create, { agentId, carrierId, startDate })
      return {
        id,
        version,
        says: (nth) => showMoney(`${nth + 1}.00`),
        save: async (person, version, nth) =>
          (await person.call(rates.edit, { id, version, rate1: `${nth + 1}.00`, startDate })).version,
      }
    },
  },
  {
    entity: 'customer',
    form: 'customer',
    field: 'Middle name',
    make: async () => {
      const owner = await customerAgent(agency)
      const { id } = await owner.call(customers.create, someone())
      const edit = await editOf(owner, id)
      return {
        id,
        version: edit.version,
        says: words,
        save: async (person, version, nth) =>
          (await person.call(customers.update, { ...edit, version, middleName: words(nth) })).version,
      }
    },
  },
  {
    entity: 'customer',
    form: 'ways to reach a customer',
    field: 'Emails',
    make: async () => {
      const owner = await customerAgent(agency)
      const { id, version } = await owner.call(customers.create, someone({ phone: null }))
      const email = (nth: number) => `try${nth}@example.com`
      return {
        id,
        version,
        says: email,
        save: async (person, version, nth) => {
          const ways = { emails: [{ email: email(nth), purposes: [] }], phones: [], addresses: [] }
          return (await person.call(customers.saveWays, { id, version, ...ways })).version
        },
      }
    },
  },
  {
    entity: 'contact',
    form: 'own contact',
    field: 'Middle name',
    make: async () => {
      const owner = anyUser()
      const { contact_id: id } = await agency.db
        .selectFrom('users')
        .select('contact_id')
        .where('id', '=', owner.userId)
        .executeTakeFirstOrThrow()
      const own = await owner.call(profile.one, { id: id ?? 0 })
      return {
        id: own.id,
        version: own.version,
        by: owner,
        says: words,
        save: async (person, version, nth) =>
          (await person.call(profile.save, { ...own, version, middleName: words(nth) })).version,
      }
    },
  },
  {
    entity: 'lead',
    form: 'lead',
    field: 'Middle name',
    make: async () => {
      const { id, version } = await agency.db
        .insertInto('leads')
        .values({ source: 'csv', first_name: 'Ida', last_name: 'Case' })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow()
      const blank = { dob: '', sex: '' as const, phone: '', address: '', city: '', state: '', zipCode: '', plan: '' }
      const sent = { id, ...blank, firstName: 'Ida', lastName: 'Case' }
      return {
        id,
        version,
        says: words,
        save: async (person, version, nth) =>
          (await person.call(leads.edit, { ...sent, version, middleName: words(nth) })).version,
      }
    },
  },
  {
    entity: 'offline-application',
    form: 'offline application',
    field: 'Reason of the hold',
    make: async () => {
      const id = await submittedBy(agency, anyUser())
      const { version } = await anyUser().call(offline.hold, { id, version: 1, held: true, reason: 'Complaint' })
      return {
        id,
        version,
        says: words,
        save: async (person, version, nth) =>
          (await person.call(offline.hold, { id, version, held: true, reason: words(nth) })).version,
      }
    },
  },
]

test.each(kinds)(
  'P-74 fifty people change one record over and over ($form): each change is in the history, or was refused with who changed what',
  async (kind) => {
    const { entity, field, make } = kind
    const tries = triesOf(kind)
    const record = await make()
    const accepted = new Map<number, string>()
    let refused = 0

    /** One attempt; returns the version that the user has afterwards. */
    async function change(person: Person, held: number, nth: number): Promise<number> {
      let made = held
      const failure = await failureOf(
        record.save(person, held, nth).then((version) => {
          made = version
        }),
      )
      if (!failure) {
        expect(accepted.has(made)).toBe(false)
        accepted.set(made, record.says(nth))
        return made
      }
      // A busy server has saved nothing, and says so: the person tries again.
      if (failure.code === 'server.busy') return await change(person, held, nth)
      refused++
      expect(failure).toMatchObject({ code: 'record.changed', status: 409 })
      const { since, version } = EditConflict.parse(failure.details)
      expect(since.map((entry) => entry.version)).toEqual(
        Array.from({ length: version - held }, (_, after) => held + 1 + after),
      )
      expect(since.length).toBeGreaterThan(0)
      expect(since.every(({ by }) => by.startsWith('Pat'))).toBe(true)
      expect(since.every(({ changes }) => changes.length === 1 && changes[0]?.field === field)).toBe(true)
      return version
    }

    await Promise.all(
      staff.map(async (person, who) => {
        let known = record.version
        for (let time = 0; time < tries; time++) known = await change(record.by ?? person, known, who * tries + time)
      }),
    )

    expect(accepted.size + refused).toBe(people * tries)
    expect(refused).toBeGreaterThan(0)
    const history = await changesSince(agency.db, entity, record.id, record.version)
    expect(new Map(history.map(({ version, changes }) => [version, changes[0]?.new]))).toEqual(accepted)
    for (const [index, { version, changes }] of history.entries()) {
      expect(version).toBe(record.version + 1 + index)
      if (index > 0) expect(changes[0]?.old).toBe(history[index - 1]?.changes[0]?.new)
    }
    // The record is in the state of the last accepted change: one more change based on its version succeeds.
    const last = record.version + accepted.size
    expect(await record.save(record.by ?? anyUser(), last, people * tries)).toBe(last + 1)
    const [next] = await changesSince(agency.db, entity, record.id, last)
    expect(next?.changes).toEqual([{ field, old: accepted.get(last), new: record.says(people * tries) }])
  },
)
