import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { mayRunAgency } from '../agency/agency-contract.ts'
import { route } from '../platform/route.ts'

export const maxTerms = 20_000

/** Terms of use as the agency wrote them; terms-blocks.ts says how the text is read. */
export const Terms = z.object({
  version: z.number().int(),
  effectiveOn: z.string(),
  english: z.string(),
  spanish: z.string(),
  /** All versions, newest first. */
  versions: z.array(z.object({ version: z.number().int(), effectiveOn: z.string() })),
})
export type Terms = z.infer<typeof Terms>

/** Text with line breaks, without other control characters; PostgreSQL cannot store NUL. */
const TermsText = z
  .string()
  .transform((typed) => typed.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, 'Terms are required in both languages')
      .max(maxTerms, `At most ${maxTerms.toLocaleString('en-US')} characters`)
      .regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u, 'Not valid'),
  )

export const TermsToSave = z.strictObject({
  version: z.number().int().min(1),
  english: TermsText,
  spanish: TermsText,
})

export const terms = {
  one: route({
    method: 'GET',
    path: '/api/Terms',
    allow: anyone,
    background: true,
    audit: { nothing: 'public' },
    summary: 'The terms of use, the newest or an earlier version',
    input: z.strictObject({ version: z.coerce.number<number | string>().int().min(1).max(1_000_000).optional() }),
    output: Terms,
  }),
  save: route({
    method: 'PUT',
    path: '/api/Terms',
    allow: mayRunAgency,
    audit: 'own',
    summary: 'Set the terms of use in both languages, from today on',
    input: TermsToSave,
    output: Terms,
  }),
}
