import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { countiesOf } from '../lookups/counties-of.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { showLink, useLink } from './authorization-link.ts'
import { endVisit, visitorOf } from './sandbox-visits.ts'
import { submitHousehold } from './submit-household.ts'

/** Routes of the sandbox exchange's screens; its API for agencies is `sandbox-exchange.ts`. */
export function sandboxRoutes(on: Bind): void {
  on(sandbox.visit, async ({ db, now }, { visit }) => {
    const { name } = await visitorOf(db, visit)
    const today = todayIn(now)
    return { name, today, year: await yearOfferedIn(db, null, today) }
  })
  on(sandbox.counties, async ({ db }, { visit, zipCode }) => {
    await visitorOf(db, visit)
    return await countiesOf(db, zipCode)
  })
  on(sandbox.submit, submitHousehold)
  on(sandbox.authorization, showLink)
  on(sandbox.authorize, useLink)
  on(sandbox.leave, async ({ db }, { visit }) => {
    await visitorOf(db, visit)
    await endVisit(db, visit)
    return done
  })
}
