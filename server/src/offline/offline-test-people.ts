import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { callAs } from '../testing/test-app.ts'

type Submission = InputOf<typeof offline.submit>

/**
 * An offline application: an employed applicant without card and members. Social security numbers start with 900, which
 * is never issued.
 */
export function mariaVega(overrides: Partial<Submission>): Submission {
  return {
    firstName: 'Maria',
    lastName: 'Vega',
    dob: '1988-03-14',
    sex: 'F',
    ssn: '900-12-3456',
    migratoryStatus: 'resident',
    phone: '(305) 555-0142',
    language: 'es',
    address: '12 Ocean Drive',
    zipCode: '33139',
    city: 'Miami Beach',
    state: 'FL',
    typeOfIncome: 'employed',
    annualIncome: '$42,500.00',
    employerName: 'Bayside Laundry',
    employerPhone: '305-555-0188',
    ...overrides,
  }
}

/** The test card number of Visa. */
export const testCard = {
  cardNumber: '4111 1111 1111 1111',
  cardExpDate: '11/31',
  cardCvv: '839',
  cardFirstName: 'Maria',
  cardLastName: 'Vega',
}

/** A self-employed spouse. */
export const spouse = {
  relation: 'spouse',
  firstName: 'Luis',
  lastName: 'Vega',
  dob: '1986-07-02',
  sex: 'M',
  ssn: '900-65-4321',
  typeOfIncome: 'self_employed',
  annualIncome: '18000',
}
/** A child without income. */
export const child = { relation: 'child', firstName: 'Ana', lastName: 'Vega', dob: '2016-11-21', sex: 'F' }

const clerks = new WeakMap<TestApp, Promise<Person>>()

/**
 * Submits an application for a user with any rights: as the user, or as another user who then transfers it. Returns its
 * id.
 */
export async function submittedBy(
  agency: TestApp,
  person: Person,
  overrides: Partial<Submission> = {},
): Promise<number> {
  const clerk = clerks.get(agency) ?? agency.person({ roles: ['agent'], claims: ['view.OfflineApp'] })
  clerks.set(agency, clerk)
  const { token } = await clerk
  const { applicationId } = await callAs(agency.app, token, offline.submit, mariaVega(overrides))
  await agency.db
    .updateTable('offline_applications')
    .set({ agent_id: person.agentId, created_by: person.userId })
    .where('id', '=', applicationId)
    .execute()
  return applicationId
}
