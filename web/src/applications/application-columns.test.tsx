import type { ApplicationRow } from '@coverdesk/domain/applications/application-contract.ts'
import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { applicationColumns } from './application-columns.tsx'

const row: ApplicationRow = {
  id: '3f0c2b1e-6a55-4a2e-9d4c-0f6f3f6d1a01',
  number: 1,
  version: 1,
  statusId: 1,
  status: 'New',
  firstName: 'Bea',
  middleName: '',
  lastName: 'Case',
  dob: null,
  carrier: '',
  planSelected: 'Standard Silver 87 + Vision + Adult Dental',
  createdDate: '2026-11-20T15:00:00Z',
  createdByAgentName: null,
  assignedToAgentId: null,
  assignedToAgentName: null,
  email: '',
  phone: '',
  address: '',
  state: null,
  annualIncome: null,
  applicationId: null,
  inWizard: false,
  consentSentDate: null,
  consentSignedDate: null,
  consentRevokedDate: null,
  consentEndedOn: null,
}

test('CONST-14 the plan of an internal application is cut to 30 characters, with the whole name under the mouse', () => {
  const plan = applicationColumns.find(({ id }) => id === 'plan')
  const cell = plan?.cell(row)
  if (!isValidElement<{ title: string; children: string }>(cell)) throw new Error('Not cut')
  expect(cell.props).toEqual({ title: row.planSelected, children: 'Standard Silver 87 + Vision + …' })
  expect(plan?.cell({ ...row, planSelected: 'Silver 4000' })).toBe('Silver 4000')
})
