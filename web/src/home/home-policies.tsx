import { showAmount, showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { HomeGroupOf } from '@coverdesk/domain/home/home-contract.ts'
import { noAgent } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { Link } from '@tanstack/react-router'
import { paths, withQuery } from '../platform/address/paths.ts'
import { NotRated } from '../ui/basics/money-cell.tsx'
import { StatusMark } from '../unpaid/status-mark.tsx'
import { monthOf, whyOf } from '../unpaid/unpaid-words.ts'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'

const words = {
  'unpaid-policy': { name: 'Unpaid', address: paths.unpaidPolicies },
  'lost-policy': { name: 'Lost', address: paths.lostPolicies },
} as const

interface HomePoliciesProps {
  group: HomeGroupOf<'unpaid-policy'> | HomeGroupOf<'lost-policy'>
  /** The user's own agent. */
  agentId: number | null
}

/** First policies of a list, newest month first; a row opens its policy. */
export function HomePolicies({ group, agentId }: HomePoliciesProps) {
  const { name, address } = words[group.kind]
  return (
    <HomeSection
      title={`${name}, ${group.of === 'me' ? 'assigned to me' : 'unassigned'}`}
      total={group.total}
      note={`${showMoney(group.atStake)} at stake`}
      address={withQuery(address, { agentId: group.of === 'me' ? agentId : noAgent, done: 'no' })}
    >
      <ul className={css.rows}>
        {group.data.map((row) => (
          <li key={row.id}>
            <Link to={paths.policy(row.policyId)} className={`${css.row} ${css.opens} ${css.policy}`}>
              <span className={css.name}>{row.insuredName}</span>
              <span className={css.second}>{row.carrier}</span>
              <StatusMark status={row.status} />
              <span className={css.third}>{whyOf(row)}</span>
              <span className={css.date}>{monthOf(row)}</span>
              <span className={css.amount}>{row.notRated ? <NotRated /> : showAmount(row.atStake)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
