import { z } from 'zod'
import { immigrationStatuses, minimumValues, otherCoverages } from './member-choices.ts'
import { lifeEvents } from './special-enrollment.ts'

const Typed = z.string().max(500)
const TypedPerson = z.object({
  age: z.union([Typed, z.number()]),
  relation: z.enum(['self', 'spouse', 'child']),
  covered: z.boolean(),
  expecting: z.union([Typed, z.number()]).default(''),
  status: z.enum(['', ...immigrationStatuses]).default(''),
  coverage: z.enum(['', ...otherCoverages]).default(''),
  offer: Typed.nullable().default(''),
  minimumValue: z.enum(minimumValues).default(''),
  tobacco: z.union([z.boolean(), z.enum(['', 'no', 'yes'])]).default(''),
})

/** A household as far as it is typed: an incomplete answer is kept, and checked when the form is sent. */
export const TypedHousehold = z.object({
  zipCode: Typed,
  countyFips: Typed.default(''),
  year: Typed.default(''),
  event: z.enum(['', ...lifeEvents]).default(''),
  eventDate: Typed.default(''),
  income: Typed.nullable(),
  people: z.array(TypedPerson).min(1).max(12),
})

/** What a visitor's tab keeps over a reload. */
export const StoredVisitor = z.object({
  /** Milliseconds of the last change. */
  at: z.number(),
  household: TypedHousehold.nullable(),
  plan: z.object({ id: z.string(), name: z.string() }).nullable(),
  typed: TypedHousehold.nullable(),
})
export type StoredVisitor = z.output<typeof StoredVisitor>
