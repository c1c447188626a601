import type { OfflineDetail } from '@coverdesk/domain/offline/offline-contract.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { testScreen } from '../../ui/basics/test-screen.tsx'
import { OfflineView } from './offline-view.tsx'

const application: OfflineDetail = {
  applicationId: 7,
  version: 3,
  sourceId: null,
  source: null,
  first_time_on_marketplace: false,
  firstName: 'Marisol',
  middleName: '',
  lastName: 'Echeverría',
  dob: '1980-05-06',
  sex: 'F',
  ssnLast4: '6789',
  apply: true,
  migratoryStatus: 'Citizen',
  phone: '3055550142',
  email: 'marisol.e@example.com',
  language: 'es',
  address: '4210 SW 94th Ct',
  zipCode: '33165',
  city: 'Miami',
  state: 'FL',
  married: false,
  totalMembers: 1,
  annualHouseholdIncome: '32000.00',
  accountingServiceRequested: false,
  typeOfIncome: null,
  annualIncome: null,
  employerName: '',
  employerPhone: null,
  planSelected: 'Standard Silver 87',
  monthlyPayment: null,
  cardLast4: '1111',
  cardBrand: 'Visa',
  cardExpDate: '04/28',
  cardFirstName: 'Marisol',
  cardMiddleName: '',
  cardLastName: 'Echeverría',
  cardPurgedDate: '2026-03-16T01:30:00.000Z',
  offlineAppMembers: [],
  customerId: null,
  agentName: null,
  againstAgent: [],
  createdDate: '2026-02-10T15:00:00.000Z',
  createdBy: 'Dana Whitfield',
  processedDate: '2026-02-13T15:00:00.000Z',
  processedBy: 'Dana Whitfield',
  held: false,
  heldReason: '',
  mayCorrect: false,
  revealBy: null,
}

test('the card number was destroyed on a day of the agency, also in the evening', async () => {
  const screen = testScreen()
  await screen.show(
    <QueryClientProvider client={new QueryClient()}>
      <OfflineView application={application} />
    </QueryClientProvider>,
  )
  expect(document.body.textContent).toContain('The card number was destroyed 03/15/2026.')
  await screen.close()
})
