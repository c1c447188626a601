import { expect, test } from 'vitest'
import { anyone, mayPass, signedIn } from '../../domain/src/access/claim-expression.ts'
import { contracts } from '../../domain/src/all-routes.ts'
import { failures } from '../../domain/src/failures.ts'
import { failureInSpanish } from '../../web/src/platform/failures/failure-in-spanish.ts'
import { failuresOf } from './client-failures.mjs'

/** Codes of constraints that a call of a client can violate (`constraintFailures` of http-errors.ts). */
const ofConstraints = ['user.name_taken', 'enrollment.under_way']

/** Sent by other programs, and the first start of an installation by its administrator. */
const isForPeople = (name, { signed }) => signed === undefined && name !== 'setup'

const clients = { roles: ['customer', 'consumer'], claims: [] }
const routes = Object.entries(contracts).flatMap(([name, contract]) =>
  Object.entries(contract).flatMap(([route, declared]) =>
    isForPeople(name, declared) && ([anyone, signedIn].includes(declared.allow) || mayPass(declared.allow, clients))
      ? [{ name, route, path: declared.path }]
      : [],
  ),
)
const codes = new Set(Object.keys(failures))
const { reached, unbound } = failuresOf(routes, codes)
const inSpanish = (code) => failureInSpanish({ code, details: undefined })

test('16 every failure of a route for clients has a Spanish sentence', () => {
  expect(unbound).toEqual([])
  expect(routes.length).toBeGreaterThan(60)
  // Found through a handler, a rule that it calls, the gate in front of it, and the exchange.
  for (const code of ['ede.incomplete', 'signature.other_name', 'consent.required', 'exchange.unexpected_response'])
    expect([...reached.keys()]).toContain(code)
  const missing = [...reached]
    .filter(([code]) => inSpanish(code) === null)
    .map(([code, paths]) => `${code} of ${[...paths].slice(0, 3).join(', ')}`)
  expect(missing).toEqual([])
  for (const code of ofConstraints) expect(inSpanish(code)).not.toBeNull()
})

test('a failure that only routes for staff answer is not found for clients', () => {
  for (const code of ['pay_run.closed', 'schedule.overlaps', 'upload.not_newest']) expect(reached.has(code)).toBe(false)
})
