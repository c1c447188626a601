import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { type AgentArea, lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { mayReadPayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { noRecords, type Visibility } from '../platform/auth/visibility.ts'
import type { Bind } from '../platform/http/http-call.ts'
import {
  citiesOfZip,
  findAgents,
  findCities,
  findCounties,
  findStates,
  listCarriers,
  listCountries,
  offeredValues,
  statusList,
} from './lookup-queries.ts'

export function lookupRoutes(on: Bind): void {
  on(lookups.carriers, ({ db }) => listCarriers(db))
  on(lookups.countries, ({ db }) => listCountries(db))
  on(lookups.states, ({ db }, filter) => findStates(db, filter))
  on(lookups.counties, ({ db }, filter) => findCounties(db, filter))
  on(lookups.cities, ({ db }, filter) => findCities(db, filter))
  on(lookups.zipCode, ({ db }, { zip }) => citiesOfZip(db, zip))
  on(lookups.statuses, ({ db }, { type }) => statusList(db, type))
  on(lookups.purposes, ({ db }) => offeredValues(db, 'purpose'))
  on(lookups.generic, ({ db }, { typeId }) => offeredValues(db, `generic.${typeId}`))
  on(lookups.agents, ({ db, user }, filter) => findAgents(db, listVisibility(user, filter.area), filter))
}

/** Whose records the lists of an area show. Rates and contracts have no visibility: users who may read them see all. */
function listVisibility(user: SignedIn, area: AgentArea): Visibility {
  if (area !== 'AgentRate') return user.visibility(area)
  return mayPass(rates.list.allow, user) || mayPass(mayReadPayTerms, user) ? { all: true } : noRecords
}
