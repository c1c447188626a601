import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
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
  on(lookups.agents, ({ db, user }, filter) => findAgents(db, user.visibility('Policy'), filter))
}
