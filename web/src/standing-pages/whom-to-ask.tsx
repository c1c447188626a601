import type { MissingRights } from '@coverdesk/domain/access/missing-rights.ts'
import { type RightsToAskFor, rightsToAskFor } from '@coverdesk/domain/access/missing-rights-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import css from './bare-page.module.css'

const missingWords: Record<MissingRights, string> = {
  role: "Your user has no role yet. A role says what you work as; without one, you can't open anything.",
  agent: 'Your user lacks the role agent, which opens the portal.',
  claims: 'Your user has the role agent, but no claims yet. Each claim opens a section, such as policies or leads.',
}

/** What the user's account lacks, and the security administrators who can give it. */
export function WhomToAsk() {
  const { data } = useQuery({ ...apiQuery(rightsToAskFor.one, {}), staleTime: 0 })
  if (!data || data.missing === null) return null
  return (
    <section className={css.ask} aria-label="What is missing">
      <p>{missingWords[data.missing]}</p>
      {data.administrators.length > 0 ? (
        <>
          <p>
            {data.administrators.length === 1 ? 'This security administrator' : 'One of these security administrators'}{' '}
            can set it up:
          </p>
          <ul>
            {data.administrators.map((administrator) => (
              <Administrator key={`${administrator.name} ${administrator.email}`} {...administrator} />
            ))}
          </ul>
        </>
      ) : (
        <p>Ask your agency who can set it up.</p>
      )}
    </section>
  )
}

function Administrator({ name, email }: RightsToAskFor['administrators'][number]) {
  return (
    <li>
      {name}
      {email === '' ? null : (
        <>
          {', '}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
    </li>
  )
}
