import { expect, test } from 'vitest'
import { ExchangeApplicant, ExchangePerson } from '../marketplace/exchange-record.ts'
import { allAttested, attestationNames } from './attestations.ts'
import {
  addGroup,
  appliedCredit,
  applyCredit,
  availableCredit,
  choosePlan,
  type EnrollmentGroup,
  enrolleesOf,
  firstGroups,
  groupProblem,
  holdEachOnce,
  leftOut,
  moveApplicant,
  moveUnusedCredit,
  removeGroup,
  responsibility,
  usualApplicants,
} from './enrollment-groups.ts'

const persons = [
  ExchangePerson.parse({ id: '1', firstName: 'Ida', lastName: 'Case' }),
  ExchangePerson.parse({ id: '2', firstName: 'Leo', lastName: 'Case' }),
]
const applicant = (personId: string | null, amount?: number) =>
  ExchangeApplicant.parse({
    personId,
    eligibilityInitial: { indicator: true },
    eligibility: amount === undefined ? {} : { aptc: { amount } },
  })
const enrollees = enrolleesOf(persons, [applicant('1', 210.05), applicant('2', 90.1), applicant('3')], '2026-11-22')
const plan = { id: '12345FL0010001', name: 'Clear Silver', premiumCents: 51_234, creditableCents: 50_000 }
const small = { ...plan, id: '12345FL0010002', premiumCents: 20_000, creditableCents: 19_999 }
const groupOf = (groups: readonly EnrollmentGroup[], id: number) => {
  const group = groups.find((one) => one.id === id)
  if (!group) throw new Error(`No group ${id}`)
  return group
}

test('ENROLL-01 A-092 all applicants start in one group, with their credits in whole cents', () => {
  expect(enrollees.map(({ id, name, aptcCents }) => [id, name, aptcCents])).toEqual([
    ['1', 'Ida Case', 21_005],
    ['2', 'Leo Case', 9_010],
    ['3', '3', 0],
  ])
  expect(firstGroups(enrollees)).toEqual([{ id: 1, applicants: ['1', '2', '3'], plan: null, aptcCents: 30_015 }])
  expect(availableCredit(enrollees, [])).toBe(0)
})

test('ENROLL-01 applicants who may get Medicaid or CHIP start in no group, may be moved into one and out again, and lower no cost sharing', () => {
  const child = ExchangeApplicant.parse({ ...applicant('2'), eligibility: { is_medicaid_chip: true } })
  const adult = applicant('1', 210.05)
  const family = enrolleesOf(persons, [adult, child], '2026-11-22')
  const first = firstGroups(family)
  expect(first.map(({ applicants }) => applicants)).toEqual([['1']])
  expect(leftOut(family, first).map(({ id }) => id)).toEqual(['2'])
  expect(holdEachOnce(family, first)).toBe(true)
  expect(holdEachOnce(family, [{ applicants: ['2'] }])).toBe(false)
  const all = moveApplicant(first, family, { applicant: '2', to: 1 })
  expect(all.map(({ applicants }) => applicants)).toEqual([['1', '2']])
  expect(moveApplicant(all, family, { applicant: '2', to: null }).map(({ applicants }) => applicants)).toEqual([['1']])
  expect(moveApplicant(all, family, { applicant: '1', to: null })).toBe(all)
  expect(usualApplicants([adult, child])).toEqual([adult])
  // Children alone are what the application is about.
  expect(firstGroups(enrolleesOf(persons, [child], '2026-11-22'))[0]?.applicants).toEqual(['2'])
  expect(usualApplicants([child])).toEqual([child])
})

test('ENROLL-01 applicants with a missing or duplicate id get a unique one', () => {
  const ids = enrolleesOf([], [applicant(null), applicant('7'), applicant('7')], '2026-11-22').map(({ id }) => id)
  expect(ids).toEqual(['applicant-1', '7', 'applicant-3'])
})

test('ENROLL-03 ENROLL-05 a new group is empty and clears nothing; moving an applicant clears all plans', () => {
  const chosen = choosePlan(firstGroups(enrollees), { id: 1, plan })
  const two = addGroup(chosen)
  expect(two.map((group) => [group.id, group.applicants.length, group.plan?.id])).toEqual([
    [1, 3, plan.id],
    [2, 0, undefined],
  ])
  const moved = moveApplicant(two, enrollees, { applicant: '2', to: 2 })
  expect(moved).toEqual([
    { id: 1, applicants: ['1', '3'], plan: null, aptcCents: 21_005 },
    { id: 2, applicants: ['2'], plan: null, aptcCents: 9_010 },
  ])
  const back = choosePlan(choosePlan(moved, { id: 1, plan }), { id: 2, plan })
  expect(moveApplicant(back, enrollees, { applicant: '2', to: 2 })).toBe(back)
  expect(moveApplicant(back, enrollees, { applicant: '2', to: 9 })).toBe(back)
})

test('ENROLL-04 ENROLL-05 A-092 applicants of a removed group move to the first; the last group cannot be removed', () => {
  const two = moveApplicant(addGroup(firstGroups(enrollees)), enrollees, { applicant: '1', to: 2 })
  const chosen = choosePlan(two, { id: 2, plan })
  const one = removeGroup(chosen, enrollees, 1)
  expect(one).toEqual([{ id: 2, applicants: ['1', '2', '3'], plan: null, aptcCents: 30_015 }])
  expect(removeGroup(one, enrollees, 2)).toBe(one)
  const withEmpty = addGroup(choosePlan(one, { id: 2, plan }))
  expect(removeGroup(withEmpty, enrollees, 3).map((group) => group.plan?.id)).toEqual([plan.id])
  expect(addGroup(withEmpty).map(({ id }) => id)).toEqual([2, 3, 4])
})

test.each([
  [-0.01, 0],
  [0, 0],
  [12_345, 12_345],
  [12_345.4, 12_345],
  [30_015, 30_015],
  [30_016, 30_015],
  [9e9, 30_015],
])('ENROLL-08 A-091 %s cents wanted of 30015 are %s', (wanted, applied) => {
  const groups = applyCredit(firstGroups(enrollees), enrollees, { id: 1, wanted })
  expect(groupOf(groups, 1).aptcCents).toBe(applied)
})

test('ENROLL-07 ENROLL-08 the applied credit is limited by the plan, and the responsibility is never below 0', () => {
  const first = firstGroups(enrollees)
  const inSmall = groupOf(choosePlan(first, { id: 1, plan: small }), 1)
  expect(appliedCredit(enrollees, inSmall)).toBe(19_999)
  expect(responsibility(small.premiumCents, 19_999)).toBe(1)
  const inLarge = groupOf(choosePlan([inSmall], { id: 1, plan }), 1)
  expect(appliedCredit(enrollees, inLarge)).toBe(30_015)
  expect(responsibility(plan.premiumCents, 30_015)).toBe(21_219)
  expect(responsibility(30_000, 30_015)).toBe(0)
  const bare = groupOf(choosePlan(first, { id: 1, plan: { ...plan, creditableCents: 0 } }), 1)
  expect(appliedCredit(enrollees, bare)).toBe(0)
})

test('A-091 credit that a group cannot use moves to another, never more than there is', () => {
  const two = moveApplicant(addGroup(firstGroups(enrollees)), enrollees, { applicant: '2', to: 2 })
  const cheap = choosePlan(two, { id: 1, plan: { ...plan, premiumCents: 10_000, creditableCents: 10_000 } })
  const moved = moveUnusedCredit(choosePlan(cheap, { id: 2, plan }), enrollees)
  const applied = (groups: readonly EnrollmentGroup[]) => groups.map((one) => appliedCredit(enrollees, one, groups))
  // 210.05 of the first group, of which its plan takes 100.00; the rest goes to the 90.10 of the second.
  expect(applied(moved)).toEqual([10_000, 9_010 + 11_005])
  const dearer = moveUnusedCredit(choosePlan(moved, { id: 1, plan }), enrollees)
  expect(applied(dearer)).toEqual([21_005, 9_010])
  const chosen = applyCredit(moved, enrollees, { id: 2, wanted: 5_000 })
  expect(applied(moveUnusedCredit(chosen, enrollees))).toEqual([10_000, 5_000])
  expect(applied(applyCredit(chosen, enrollees, { id: 2, wanted: 99_999 }))).toEqual([10_000, 20_015])
})

test('A-093 a group without applicants or plan is not sent, with a reason', () => {
  const groups = addGroup(firstGroups(enrollees))
  expect(groups.map((group) => groupProblem(group))).toEqual([
    'Choose a plan for this group.',
    'This group has no members. Move a person into it, or remove it.',
  ])
  expect(groupProblem(groupOf(choosePlan(groups, { id: 1, plan }), 1))).toBeNull()
})

test('ENROLL-11 all four attestations are required', () => {
  const all = Object.fromEntries(attestationNames.map((name) => [name, true]))
  expect(attestationNames).toEqual(['income_tax', 'married', 'dependent', 'household'])
  expect(allAttested(all)).toBe(true)
  for (const name of attestationNames) expect(allAttested({ ...all, [name]: false })).toBe(false)
  expect(allAttested({})).toBe(false)
})
