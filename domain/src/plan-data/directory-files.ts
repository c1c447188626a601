import { z } from 'zod'

const Words = z.string('must be text').trim().max(500, 'must have at most 500 characters')
const Maybe = Words.nullish().transform((text) => text ?? '')
const Flag = z.boolean('must be true or false').nullish()

const PlanOfFile = {
  plan_id: z
    .string('must be a plan id such as 12345FL0010001')
    .trim()
    .regex(/^\d{5}[A-Z]{2}\d{7}$/, 'must be a plan id such as 12345FL0010001'),
  years: z.array(z.int('must be a year such as 2027'), 'must be years such as [2027]'),
}
const plansOf = <Plan extends z.ZodType>(plan: Plan) => z.array(plan, 'must be the list of plans').max(20_000)
const Strings = z
  .array(Words, 'must be a list of texts')
  .nullish()
  .transform((list) => list ?? [])

/** A record of providers.json of CMS's schema for plan networks (github.com/CMSgov/QHP-provider-formulary-APIs). */
export const ProviderOfFile = z
  .object({
    npi: z.coerce.string<unknown>().regex(/^\d{10}$/, 'must be the ten digits of an NPI'),
    type: z
      .string('must be INDIVIDUAL, FACILITY or GROUP')
      .toUpperCase()
      .pipe(z.enum(['INDIVIDUAL', 'FACILITY', 'GROUP'], 'must be INDIVIDUAL, FACILITY or GROUP')),
    name: z
      .object({ first: Maybe, middle: Maybe, last: Maybe, suffix: Maybe }, 'must have first and last')
      .nullish()
      .transform((name) => name ?? null),
    facility_name: Maybe,
    group_name: Maybe,
    // The published schema has spelled it both ways.
    specialty: Strings,
    speciality: Strings,
    facility_type: Strings,
    addresses: z
      .array(z.object({ city: Maybe, state: Maybe }), 'must be a list of addresses')
      .nullish()
      .transform((list) => list ?? []),
    accepting: Maybe,
    plans: plansOf(z.object({ ...PlanOfFile, network_tier: Maybe })),
  })
  .transform(({ npi, type, accepting, plans, ...more }, context) => {
    const { first, middle, last, suffix } = more.name ?? { first: '', middle: '', last: '', suffix: '' }
    const parts = type === 'INDIVIDUAL' ? [first, middle, last, suffix] : [more.facility_name || more.group_name]
    const name = parts.filter(Boolean).join(' ')
    if (name === '') {
      const path = [type === 'INDIVIDUAL' ? 'name' : 'facility_name']
      context.addIssue({ code: 'custom', path, message: 'must be the name of the provider' })
    }
    const [specialty] = [...more.specialty, ...more.speciality, ...more.facility_type]
    const [place] = more.addresses
    const about = [specialty, place?.city].filter(Boolean).join(', ')
    return { npi, name, about, accepting, plans }
  })
export type ProviderOfFile = z.output<typeof ProviderOfFile>

/** A record of drugs.json of the same schema. */
export const DrugOfFile = z.object({
  rxnorm_id: z.coerce.string<unknown>().regex(/^\d{1,8}$/, 'must be the digits of an RxNorm id'),
  drug_name: Words.min(1, 'must be the name of the drug'),
  plans: plansOf(
    z.object({
      ...PlanOfFile,
      drug_tier: Maybe,
      prior_authorization: Flag,
      step_therapy: Flag,
      quantity_limit: Flag,
    }),
  ),
})
export type DrugOfFile = z.output<typeof DrugOfFile>
