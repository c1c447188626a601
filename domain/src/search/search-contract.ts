import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { route } from '../platform/route.ts'

/** What the search finds, in the order it is shown; also the names of the records in the audit record. */
export const searchKinds = [
  'contact',
  'policy',
  'lead',
  'marketplace-application',
  'internal-application',
  'offline-application',
  'agent',
] as const
export type SearchKindName = (typeof searchKinds)[number]

/** Most hits of one kind. */
export const maxHits = 5
/** Fewer signs say too little. */
export const minSearchLength = 2

/** One record found: its name, what tells it from others of that name, and what it is beside its kind. */
export const SearchHit = z.object({
  id: z.number().int(),
  title: z.string(),
  detail: z.string(),
  badge: z.string().nullable(),
  /** What the address of its screen calls it, where that is not the id. */
  key: z.string().optional(),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Hits of one kind; kinds without hits, and those that the person may not read, are not there. */
export const SearchGroup = z.object({ kind: z.enum(searchKinds), data: z.array(SearchHit) })
export type SearchGroup = z.infer<typeof SearchGroup>

export const search = {
  everywhere: route({
    method: 'GET',
    path: '/api/Search',
    allow: signedIn,
    audit: { reads: 'search', groups: 'groups' },
    summary: 'Records of every kind by name, phone, e-mail or number, within what the person may read and see',
    input: z.strictObject({
      q: z
        .string()
        .trim()
        .min(minSearchLength, 'At least two signs')
        .max(100)
        .refine((text) => !text.includes('\0'), 'Not valid'),
    }),
    output: z.object({ groups: z.array(SearchGroup) }),
  }),
}
