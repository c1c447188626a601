import { z } from 'zod'
import type { EdeAnswers, TypedPerson } from '../ede/ede-answers.ts'
import { householdIncomeCents } from '../ede/household-income.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'

/** Complete answers of the wizard, with what names the application and the state of the county. */
export interface SessionSource {
  id: string
  planYear: number
  answers: EdeAnswers
  /** Two letters. */
  state: string
  /** Of the page that it is started from. */
  language: MessageLanguage
}

const maxText = 50
const relationships = { self: 'primary', spouse: 'spouse' } as const
const relationshipOf = ({ relationship }: TypedPerson) =>
  relationship === 'self' || relationship === 'spouse' ? relationships[relationship] : 'dependent'

/**
 * Body of `POST /v1/enrollment-sessions` for an agent who enrolls a client (decision 188). It prefills HealthSherpa's own
 * application: people who apply, without numbers, and the yearly income of the household.
 */
export function enrollmentSession({ id, planYear, answers, state, language }: SessionSource) {
  const { about, household } = answers
  const contact = (person: TypedPerson) =>
    person.relationship === 'self' ? { email: about.email.trim(), phone_number: about.phone.trim() } : {}
  return {
    external_id: id,
    context: {
      product: 'aca',
      exchange: 'on_exchange',
      coverage_family: 'medical',
      coverage_type: 'medical',
      plan_year: planYear,
      flow: 'agent_assisted',
      locale: language === 'es' ? 'es-US' : 'en-US',
    },
    location: {
      zip_code: about.zipCode,
      fips_code: about.countyFips,
      state,
      address_line_1: about.address.trim().slice(0, maxText),
    },
    household: {
      annual_income: householdIncomeCents(answers) / 100,
      household_size: household.people.length,
      applicants: household.people
        .filter(({ applies }) => applies === 'yes')
        .map((person) => ({
          relationship: relationshipOf(person),
          first_name: person.firstName.trim().slice(0, maxText),
          last_name: person.lastName.trim().slice(0, maxText),
          ...contact(person),
          date_of_birth: person.dob,
          sex: person.sex === 'M' ? 'male' : 'female',
          uses_tobacco: person.tobacco === 'yes',
        })),
    },
  }
}
export type EnrollmentSession = ReturnType<typeof enrollmentSession>

/** Link of HealthSherpa itself: nothing else is opened with a client's data in it. */
const OwnLink = z.url({ protocol: /^https$/, hostname: /^([a-z0-9-]+\.)*healthsherpa\.com$/ })

/** Answer to a session; only the links are read. */
export const SessionAnswer = z.object({ links: z.object({ shopping_url: OwnLink, client_apply_url: OwnLink }) })

/** Refusal of a request, with HealthSherpa's own sentence. */
export const SessionRefusal = z.object({
  error: z.object({
    message: z.string().max(500),
    details: z
      .record(z.string(), z.array(z.string().max(300)).max(20))
      .optional()
      .catch(undefined),
  }),
})
