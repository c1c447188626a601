import type pg from 'pg'

/** A text that a user might type to find a record, with its kind: 'last name', 'phone', … */
export interface TypedSearchTerm {
  kind: string
  text: string
}

/** The step between the sampled records. */
const every = { policies: 7_919, contacts: 2_399 }

/**
 * Distinct search terms of every kind: from records across all policies and contacts (every second one of `agentIds`, when
 * given), some without a match, and the most common ones.
 */
export async function searchTermsOfPeople(
  owner: pg.Pool,
  agentIds: readonly number[] = [],
): Promise<TypedSearchTerm[]> {
  const people = [
    ...(await sampleOf(owner, fromPolicies, every.policies, null)),
    ...(await sampleOf(owner, fromContacts, every.contacts, null)),
    ...(agentIds.length > 0 ? await sampleOf(owner, fromPolicies, 61, agentIds) : []),
    ...(agentIds.length > 0 ? await sampleOf(owner, fromContacts, 19, agentIds) : []),
  ]
  const terms = people.flatMap((person, at) => searchTermsFrom(person, at))
  const seen = new Set<string>()
  return [...terms, ...withoutMatch, ...hard].filter(({ text }) => {
    const key = text.trim().toLowerCase()
    return text.trim().length > 1 && !seen.has(key) && seen.add(key)
  })
}

interface SamplePerson {
  first: string
  last: string
  phone: string | null
  email: string | null
  number: string | null
  npn: string | null
}

const fromPolicies = `select p.first_name as first, p.last_name as last, p.phone, p.email, p.policy_number as number, p.agent_npn as npn
  from policies p where p.id % $1 = 1 and ($2::bigint[] is null or p.agent_id = any($2)) order by p.id limit 150`
const fromContacts = `select c.first_name as first, c.last_name as last, c.main_phone as phone, c.main_email as email, null as number, null as npn
  from contacts c where c.id % $1 = 1 and ($2::bigint[] is null or c.agent_id = any($2)) order by c.id limit 150`

async function sampleOf(
  owner: pg.Pool,
  query: string,
  step: number,
  agentIds: readonly number[] | null,
): Promise<readonly SamplePerson[]> {
  return (await owner.query<SamplePerson>(query, [step, agentIds])).rows
}

/** Three search terms of a person; the kinds rotate from person to person. */
function searchTermsFrom({ first, last, phone, email, number, npn }: SamplePerson, at: number): TypedSearchTerm[] {
  const cut = 2 + (at % 4)
  const candidates: (TypedSearchTerm | null)[] = [
    { kind: 'last name', text: last },
    { kind: 'first name', text: first },
    { kind: 'both names', text: `${first} ${last}` },
    { kind: 'last name first', text: `${last} ${first}` },
    { kind: 'beginning of a name', text: last.slice(0, cut) },
    { kind: 'beginning of a name', text: first.slice(0, cut) },
    { kind: 'part of a name', text: last.slice(1, 1 + Math.max(3, cut)) },
    { kind: 'part of a name', text: first.slice(1, 1 + Math.max(3, cut)) },
    { kind: 'parts of two words', text: `${first.slice(-cut)} ${last.slice(0, cut)}` },
    { kind: 'beginnings of two words', text: `${first.slice(0, cut)} ${last.slice(0, cut)}` },
    phone ? { kind: 'phone', text: phone } : null,
    phone ? { kind: 'phone', text: `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}` } : null,
    phone ? { kind: 'beginning of a phone', text: phone.slice(0, 3 + (at % 5)) } : null,
    email ? { kind: 'email', text: email } : null,
    email ? { kind: 'beginning of an email', text: email.slice(0, email.indexOf('@') + 2) } : null,
    number ? { kind: 'policy number', text: number } : null,
    number ? { kind: 'beginning of a policy number', text: number.slice(0, 3 + (at % 5)) } : null,
    npn ? { kind: 'NPN', text: npn } : null,
  ]
  return [0, 5, 11].flatMap((step) => candidates[(at + step) % candidates.length] ?? [])
}

const withoutMatch: TypedSearchTerm[] = [
  'zzqx',
  'qqq',
  'xq',
  'wxyz nemo',
  'jkw',
  'kkrn',
  'maria zzq',
  'zq rodriguez',
  'rodrigue zzz',
  'ppgarcia',
  '9990001112',
  '0000',
  'no.such.user@',
  'x@y',
  'ZZZ-000',
  'ñandú',
  '%%%',
  "o''",
  'rodriguez@',
  'a b c d',
].map((text) => ({ kind: 'no match', text }))

/** Two letters that start thousands of names, substrings of half of all names, and words that only a few names combine. */
const hard: TypedSearchTerm[] = [
  'ma',
  'jo',
  'ro',
  'an',
  'ar',
  'son',
  'ers',
  'nal',
  'rez',
  'guez',
  'ia',
  'mar',
  'la',
  'ez',
  'de la',
  'la cruz',
  'er s',
  'a garcia',
  'n smith',
  'maria r',
  'r a',
  'jose ro',
  'ana d',
  'ina g',
  'o rod',
  'son will',
  'na ma',
  'rod lez',
  'nez per',
  '2',
  '20',
  '40',
  '305',
  '+1 305',
  'person1',
  'person2@',
  'a.',
  'maria.',
  'U9',
  'a1',
].map((text) => ({ kind: 'common', text }))
