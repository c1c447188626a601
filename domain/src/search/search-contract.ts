import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { route } from '../platform/route.ts'
import { visibleText } from '../platform/visible-text.ts'

/** Kinds of records that the search finds, in display order; also their names in the audit record. */
export const searchKinds = [
  'contact',
  'policy',
  'lead',
  'marketplace-application',
  'internal-application',
  'offline-application',
  'agent',
  'user',
] as const
export type SearchKindName = (typeof searchKinds)[number]

/** Maximum number of hits per kind. */
export const maxHits = 5
/** Minimum length of a search; shorter ones match too much. */
export const minSearchLength = 2

/** Search hit: name, a detail that distinguishes equal names, and its status or type. */
export const SearchHit = z.object({
  id: z.number().int(),
  title: z.string(),
  detail: z.string(),
  badge: z.string().nullable(),
  /** Key in the address of its screen, if not the id. */
  key: z.string().optional(),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Hits of one kind; kinds without hits, or that the user may not read, are omitted. */
export const SearchGroup = z.object({ kind: z.enum(searchKinds), data: z.array(SearchHit) })
export type SearchGroup = z.infer<typeof SearchGroup>

export const search = {
  everywhere: route({
    method: 'GET',
    path: '/api/Search',
    standby: 'always',
    allow: signedIn,
    audit: { reads: 'search', groups: 'groups' },
    summary:
      'Records of every kind by name, phone, email, date of birth or number, limited to what the user may read and see',
    input: z.strictObject({
      q: z
        .string()
        .overwrite(visibleText)
        .trim()
        .min(minSearchLength, 'At least two signs')
        .max(100)
        .refine((text) => !text.includes('\0'), 'Not valid'),
    }),
    output: z.object({ groups: z.array(SearchGroup) }),
  }),
}
