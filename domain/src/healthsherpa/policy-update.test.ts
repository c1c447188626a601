import { expect, test } from 'vitest'
import { PolicyUpdate, updateStatusWords } from './policy-update.ts'
import { sampleUpdate } from './sample-update.ts'

test('the documented update is read, with its dates, amounts and payment', () => {
  expect(PolicyUpdate.parse(sampleUpdate)).toMatchObject({
    transaction_id: '700100200',
    application_id: 'HSA-TEST-1',
    policy_status: 'effectuated',
    event_timestamp: '2026-11-20',
    members: [{ first_name: 'Ida', last_name: 'Case' }],
    policies: [
      {
        effective_date: '2026-12-01',
        gross_premium: '512.40',
        payment: { paid_through_date: '2026-12-31', current_member_responsibility_balance_due: '0.00' },
      },
    ],
  })
})

test('whatever is malformed is missing; without its ids an update is refused', () => {
  const odd = { event_timestamp: 'soon', policies: [null, { gross_premium: 'much', payment: 7 }], members: 'John' }
  expect(PolicyUpdate.parse({ transaction_id: 1, application_id: 'A', ...odd })).toMatchObject({
    event_timestamp: null,
    policy_status: null,
    members: [],
    policies: [{ gross_premium: null, payment: null }],
  })
  expect(PolicyUpdate.safeParse({ application_id: 'A' }).success).toBe(false)
  expect(PolicyUpdate.safeParse({ transaction_id: ' ', application_id: 'A' }).success).toBe(false)
})

test.each(['a\ud800b', 'a\0b', `${'x'.repeat(49)}😀`])(
  'text that PostgreSQL cannot store is missing: %j',
  (payment_status) => {
    const update = { transaction_id: 1, application_id: 'A', policies: [{ payment: { payment_status } }] }
    expect(PolicyUpdate.parse(update).policies[0]?.payment).toMatchObject({ payment_status: null })
    expect(PolicyUpdate.safeParse({ ...update, application_id: payment_status }).success).toBe(
      payment_status.isWellFormed() && !payment_status.includes('\0'),
    )
  },
)

test('statuses are shown in words, and one that is not known as it is', () => {
  expect(['effectuated', 'terminated', '', 'on_hold'].map(updateStatusWords)).toEqual([
    'In force',
    'Ended',
    'Not known',
    'on_hold',
  ])
})
