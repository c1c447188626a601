import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { Overtaken } from '@coverdesk/domain/history/history-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agency, openAgency, type Person } from '../platform/test-agency.ts'
import { customerAgent, editOf, failureOf, someone } from './test-customers.ts'

let agency: Agency
beforeAll(async () => {
  agency = await openAgency()
})
afterAll(() => agency.close())

/** A thousand tries: fifty people, twenty each. */
const people = 50
const tries = 20

test('P-74 fifty people change one customer a thousand times: each change is in the history or was refused with who was first', async () => {
  const owner = await customerAgent(agency)
  const { id } = await owner.call(customers.create, someone())
  const visibility: [string, string][] = [[String(owner.agentId), 'Customer']]
  const staff = await Promise.all(
    Array.from({ length: people }, () => agency.person({ roles: ['agent'], claims: ['view.customer'], visibility })),
  )
  const accepted = new Map<number, string>()
  let refused = 0

  async function change(person: Person, name: string): Promise<void> {
    const edit = await editOf(person, id)
    const failure = await failureOf(
      person.call(customers.update, { ...edit, middleName: name }).then((saved) => {
        expect(saved.middleName).toBe(name)
        expect(accepted.has(saved.version)).toBe(false)
        accepted.set(saved.version, name)
      }),
    )
    if (!failure) return
    refused++
    expect(failure).toMatchObject({ code: 'record.changed', status: 409 })
    const { since, version } = Overtaken.parse(failure.details)
    expect(since.map((entry) => entry.version)).toEqual(
      Array.from({ length: version - edit.version }, (_, n) => edit.version + 1 + n),
    )
    expect(since.length).toBeGreaterThan(0)
    expect(since.every(({ by }) => by.startsWith('Pat Example'))).toBe(true)
    expect(since.every(({ changes }) => changes.length === 1 && changes[0]?.field === 'Middle name')).toBe(true)
  }

  await Promise.all(
    staff.map(async (person, who) => {
      for (let n = 0; n < tries; n++) await change(person, `By ${who} time ${n}`)
    }),
  )

  expect(accepted.size + refused).toBe(people * tries)
  expect(refused).toBeGreaterThan(0)
  const history = await owner.call(customers.history, { id })
  const changes = history.filter(({ action }) => action === 'Changed')
  expect(new Map(changes.map((entry) => [entry.version, entry.changes[0]?.new]))).toEqual(accepted)
  for (const [index, entry] of changes.entries())
    expect(entry.changes[0]?.old).toBe(index === 0 ? 'Lucía' : changes[index - 1]?.changes[0]?.new)
  const now = await owner.call(customers.one, { id })
  expect(now).toMatchObject({ version: accepted.size + 1, middleName: changes.at(-1)?.changes[0]?.new })
})
