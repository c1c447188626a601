import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { ZipCode } from '../fields/zip-code.ts'
import { Id, TextFilter } from '../platform/page.ts'
import { NoInput, route } from '../platform/route.ts'

/** Entry of a lookup list. */
export const LookupItem = z.object({ id: z.number().int(), name: z.string() })
export type LookupItem = z.infer<typeof LookupItem>
export const StateItem = LookupItem.extend({ code: z.string() })
export const CountyItem = LookupItem.extend({ fips: z.string(), state: z.string() })
export const CityItem = LookupItem.extend({ state: z.string() })
/** City of a ZIP code, with the ids that forms with lists of places choose. */
export const ZipPlace = CityItem.extend({ stateId: z.number().int(), countryId: z.number().int() })
export type ZipPlace = z.infer<typeof ZipPlace>
/** `portalUrl` is the carrier's website for agents, if known. */
export const CarrierItem = LookupItem.extend({ portalUrl: z.string().nullable() })
export const AgentItem = LookupItem.extend({ npn: z.string().nullable() })

/** `q` matches the beginning of the name in long lists; the answer then has at most 50 entries. */
/** More than the cities of the country. */
const maxCities = 60_000
const search = { q: TextFilter, limit: z.coerce.number<number | string>().int().min(1).max(5000).default(5000) }

/** Status lists by kind of record. */
export const statusTypes = [
  'policy',
  'agent',
  'customer',
  'nonpaid',
  'lost',
  'pto',
  'application',
  'lead',
  'variance',
] as const

/** Generic lists by type id. */
export const genericTypes = {
  1: 'agent type',
  2: 'location',
  3: 'language',
  4: 'source',
  5: 'payment type',
  6: 'batch status',
  7: 'statement CSV format',
  8: 'user type',
} as const

export const lookups = {
  carriers: route({
    method: 'GET',
    path: '/api/Carriers',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'Carriers',
    input: NoInput,
    output: z.array(CarrierItem),
  }),
  countries: route({
    method: 'GET',
    path: '/api/Countries',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'Countries',
    input: NoInput,
    output: z.array(StateItem),
  }),
  states: route({
    method: 'GET',
    path: '/api/States',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'States of a country',
    input: z.strictObject({ countryId: Id.optional() }),
    output: z.array(StateItem),
  }),
  counties: route({
    method: 'GET',
    path: '/api/Counties',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'Counties of a state',
    input: z.strictObject({ stateId: Id.optional(), ...search }),
    output: z.array(CountyItem),
  }),
  cities: route({
    method: 'GET',
    path: '/api/Cities',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'All cities, those of a state or county, or one by its id',
    input: z.strictObject({
      id: Id.optional(),
      stateId: Id.optional(),
      countyId: Id.optional(),
      q: TextFilter,
      limit: z.coerce.number<number | string>().int().min(1).max(maxCities).default(maxCities),
    }),
    output: z.array(CityItem),
  }),
  zipCode: route({
    method: 'GET',
    path: '/api/ZipCodes/{zip}',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'The cities of a zip code; none for an unknown one',
    input: z.strictObject({ zip: ZipCode }),
    output: z.array(ZipPlace),
  }),
  statuses: route({
    method: 'GET',
    path: '/api/Statuses',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'Statuses of a kind of record',
    input: z.strictObject({ type: z.enum(statusTypes).optional() }),
    output: z.array(LookupItem.extend({ type: z.string() })),
  }),
  purposes: route({
    method: 'GET',
    path: '/api/Purposes',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'Purposes of addresses, phones and emails',
    input: NoInput,
    output: z.array(LookupItem),
  }),
  generic: route({
    method: 'GET',
    path: '/api/TypeGeneric/{typeId}',
    allow: signedIn,
    audit: { nothing: 'a look-up list' },
    summary: 'A generic type list by its type id',
    input: z.strictObject({ typeId: Id }),
    output: z.array(LookupItem),
  }),
  agents: route({
    method: 'GET',
    path: '/api/Agent/simplified',
    allow: 'agent',
    audit: { nothing: 'a look-up list of the agency’s own agents' },
    summary: 'The agents visible to the user',
    input: z.strictObject({ ...search }),
    output: z.array(AgentItem),
  }),
}
