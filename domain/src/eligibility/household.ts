import { z } from 'zod'
import { notAmount } from '../fields/amount.ts'
import { ZipCode } from '../fields/zip-code.ts'
import { NotSet } from '../platform/page.ts'
import { immigrationStatuses, minimumValues, otherCoverages } from './member-choices.ts'
import { lifeEvents } from './special-enrollment.ts'

export const PlanYear = z.coerce.number<number | string>().int().min(2014).max(2100)
/** County by its code in the Federal Information Processing Standards. */
export const CountyFips = z.string().regex(/^\d{5}$/, 'Not a county')

const notAge = 'Must be an age'
/** Age as number or form input. */
const Age = z.coerce
  .string<string | number>()
  .regex(/^\d{1,3}$/, notAge)
  .transform(Number)
  .pipe(z.number().max(120, notAge))
/** Amount; null when empty. */
const Income = z
  .string()
  .trim()
  .regex(/^(\d{1,8}(\.\d{1,2})?)?$/, notAmount)
  .transform((typed) => typed || null)
  .nullable()

/** Number of expected children as number or form input. */
const Expecting = z.coerce.string<string | number>().regex(/^\d?$/, 'Must be a number of children').transform(Number)

/** Select of a form that was left on its first choice. */
const Blank = z.literal('')

/** Member of a visitor's tax household: no name, no date of birth. */
const QuotePerson = z
  .strictObject({
    age: Age,
    relation: z.enum(['self', 'spouse', 'child']),
    /** Wants coverage; other people only count for the tax return. */
    covered: z.boolean(),
    /** Number of expected children; 0 when not pregnant. */
    expecting: Expecting.default(0),
    status: z.union([Blank.transform(() => 'citizen' as const), z.enum(immigrationStatuses)]).default('citizen'),
    coverage: z.union([Blank.transform(() => 'none' as const), z.enum(otherCoverages)]).default('none'),
    /** Lowest monthly premium of the employer's offer: for the family with `family-job` from 2023 on, else for the employee alone. */
    offer: Income.default(null),
    /** Whether that offer meets the minimum value; not known counts as yes. */
    minimumValue: z.enum(minimumValues).default(''),
    /** Uses tobacco, for which plans may charge more; it changes no credit. */
    tobacco: z.union([z.boolean(), z.enum(['', 'no', 'yes']).transform((typed) => typed === 'yes')]).default(false),
  })
  .refine(({ coverage, offer }) => !/job/.test(coverage) || offer !== null, {
    path: ['offer'],
    message: 'Enter the monthly cost',
  })

/** People to cover, as a visitor enters them: no names, no dates of birth. Sent in the body only (decision 041). */
export const QuoteHousehold = {
  zipCode: ZipCode,
  /** County, where the ZIP code lies in several; the first one without it. */
  countyFips: z.union([NotSet, CountyFips]).optional(),
  year: z.union([NotSet, PlanYear]).optional(),
  /** Life event and its day, for coverage of this year while the next one is offered. */
  event: z.enum([...lifeEvents, '']).default(''),
  eventDate: z
    .string()
    .regex(/^[\d/-]{0,10}$/, 'Must be valid date')
    .default(''),
  /** Yearly income of the tax household; null: not given, so no credit is estimated. */
  income: Income,
  people: z.array(QuotePerson).min(1).max(12),
}

/** Household alone, for the form of the public page. */
export const Household = z.strictObject(QuoteHousehold)
export type Household = z.output<typeof Household>
export type HouseholdInput = z.input<typeof Household>
