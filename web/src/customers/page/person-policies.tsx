import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PersonPolicy } from '@coverdesk/domain/person/person-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../platform/address/paths.ts'
import { policyTones } from '../../policies/policy-tones.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import css from './customer-page.module.css'

/** Policies of the person, each with the matching criterion; null if the user can't read policies. */
export function PersonPolicies({ policies }: { policies: readonly PersonPolicy[] | null }) {
  if (policies === null) return null
  return (
    <section className={css.section} aria-labelledby="policies">
      <h2 id="policies">
        Policies <span className="figures">{showCount(policies.length)}</span>
      </h2>
      {policies.length === 0 ? (
        <p className={css.quiet}>No policies in this person’s name.</p>
      ) : (
        <ul className={css.policies}>
          {policies.map((policy) => (
            <li key={policy.id}>
              <div className={css.policyHead}>
                <Link to={paths.policy(policy.id)}>{policy.policyNumber}</Link>
                <StatusPill tone={policyTones[policy.status]}>{policy.status}</StatusPill>
              </div>
              <p>{[policy.carrierName, policy.planName].filter(Boolean).join(', ')}</p>
              <p className={css.quiet}>{wordsOf(policy).join(' · ')}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function wordsOf(policy: PersonPolicy): string[] {
  const { effectiveDate, termDate, numberOfMembers, monthlyPremium, agentName, matchedBy } = policy
  return [
    effectiveDate ? `from ${showDate(effectiveDate)}` : '',
    termDate ? `to ${showDate(termDate)}` : '',
    numberOfMembers === null ? '' : `${numberOfMembers} ${numberOfMembers === 1 ? 'member' : 'members'}`,
    monthlyPremium === null ? '' : `${showMoney(monthlyPremium)} a month`,
    agentName ?? '',
    `same ${matchedBy}`,
  ].filter(Boolean)
}
