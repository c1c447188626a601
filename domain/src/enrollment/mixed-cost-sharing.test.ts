import { expect, test } from 'vitest'
import type { CsrVariant } from '../eligibility/csr-variants.ts'
import type { Enrollee } from './enrollment-groups.ts'
import { mixedCostSharing } from './mixed-cost-sharing.ts'

const enrollee = (id: string, csr: CsrVariant | null): Enrollee => ({
  id,
  name: `Person ${id}`,
  aptcCents: 0,
  problem: null,
  mayHaveMedicaid: false,
  csr,
})
const household = [enrollee('1', 'CSR87'), enrollee('2', null), enrollee('3', 'CSR73'), enrollee('4', 'CSR87')]

test('a group names those without whom the others have the better cost sharing', () => {
  expect(mixedCostSharing(household, ['1', '2', '4'])).toEqual({ common: null, best: 'CSR87', without: ['Person 2'] })
})

test('a group in which all have some cost sharing says the least of it', () => {
  expect(mixedCostSharing(household, ['1', '3'])).toEqual({ common: 'CSR73', best: 'CSR87', without: ['Person 3'] })
})

test('a group in which all have the same cost sharing loses none', () => {
  for (const members of [['1', '4'], ['2'], []]) expect(mixedCostSharing(household, members)).toBeNull()
})
