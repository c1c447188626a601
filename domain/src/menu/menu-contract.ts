import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { Nothing, route } from '../platform/route.ts'

/** Menu links with a record count; a link or section by its label. */
export const countedLinks = ['Leads', 'Policies', 'Unpaid Policies', 'Lost', 'Applications'] as const
export type CountedLink = (typeof countedLinks)[number]

export const menu = {
  counts: route({
    method: 'GET',
    path: '/api/Menu/counts',
    allow: signedIn,
    background: true,
    audit: { nothing: 'how many records there are, and nothing of any of them' },
    summary:
      'How many records the person sees behind the links of the menu; links the person may not open are not named',
    input: Nothing,
    output: z.partialRecord(z.enum(countedLinks), z.number().int()),
  }),
}
