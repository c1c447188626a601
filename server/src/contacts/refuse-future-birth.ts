import { futureBirthMessage } from '@coverdesk/domain/customers/customer-fields.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { failField } from '@coverdesk/domain/invalid-fields.ts'

/** Fails at the field `dob` for a date later than today: leads and applications become customers, who may not have one (CUST-09). */
export function refuseFutureBirth(dob: string | null, now: Date): void {
  const message = futureBirthMessage(dob, todayIn(now))
  if (message) failField('dob', message)
}
