import type { AnsweredStep } from '@coverdesk/domain/ede/ede-answers.ts'
import { edeSentences, stepProblems } from '@coverdesk/domain/ede/ede-problems.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { isOwnContact } from '../applications/own-contact.ts'
import { countiesOf } from '../lookups/counties-of.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import type { StoredEde } from './ede-queries.ts'
import { personWithTakenNumber } from './person-numbers.ts'

/** Fails with every problem of a step's answers, also those that the data decides: contact, county and stored numbers. */
export async function refuseIncompleteStep(
  db: Db,
  call: SignedInCall,
  { answers, clientId, key }: Pick<StoredEde, 'answers' | 'clientId' | 'key'>,
  step: AnsweredStep,
): Promise<void> {
  const problems = stepProblems(step, answers, todayIn(call.now))
  const { zipCode, countyFips, email } = answers.about
  // Agents may apply for themselves in their own account. Phone numbers are compared when something is sent to them: families share them.
  if (step === 'about' && clientId !== call.user.id && (await isOwnContact(db, call, email.trim())))
    problems.push({ path: 'email', problem: 'ownContact' })
  if (step === 'about' && problems.length === 0) {
    const counties = await countiesOf(db, zipCode)
    if (counties.length === 0) problems.push({ path: 'zipCode', problem: 'zipCode' })
    else if (!counties.some(({ fips }) => fips === countyFips)) problems.push({ path: 'countyFips', problem: 'county' })
  }
  const twice = step === 'household' ? await personWithTakenNumber(db, key) : null
  if (twice !== null) {
    const place = answers.household.people.findIndex(({ id }) => id === twice)
    const path = `people.${place}.ssn`
    if (!problems.some((problem) => problem.path === path)) problems.push({ path, problem: 'ssnTwice' })
  }
  const details = problems.map(({ path, problem }): FailureDetail => ({ path, message: edeSentences[problem] }))
  const [first] = details
  if (first) fail('request.invalid', { message: first.message, details })
}
