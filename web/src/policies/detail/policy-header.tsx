import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PolicyDetail } from '@coverdesk/domain/policies/policy-contract.ts'
import { IconCopy } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { copyText } from '../../platform/toasts/copy-text.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { insuredName } from '../policy-columns.tsx'
import { policyTones } from '../policy-tones.ts'
import css from './policy-detail.module.css'
import { agentChangedOn } from './policy-history.ts'
import { PolicyRecordActions } from './policy-record-actions.tsx'

interface PolicyHeaderProps {
  /** Undefined while loading, null if not found. */
  policy: PolicyDetail | undefined | null
  /** The h1 on the page, the title in the modal. */
  heading: 'h1' | ComponentType<{ children: ReactNode }>
  /** Content before the name: the back link. */
  leading?: ReactNode
  /** Content at the right end. */
  children?: ReactNode
}

/** Insured name and status, with identifying details below. */
export function PolicyHeader({ policy, heading: Heading, leading, children }: PolicyHeaderProps) {
  return (
    <div className={css.header}>
      {leading}
      {policy === null ? null : (
        <span className={css.avatar} aria-hidden>
          {policy ? initials(policy) : ''}
        </span>
      )}
      <div className={css.who}>
        <div className={css.name}>
          <Heading>{policy ? insuredName(policy) : 'Policy'}</Heading>
          {policy ? <States policy={policy} /> : null}
        </div>
        {policy === null ? null : (
          <div className={css.words}>{policy ? <Words policy={policy} /> : <SkeletonBar width={220} />}</div>
        )}
      </div>
      {policy ? <PolicyRecordActions key={policy.id} policy={policy} /> : null}
      <div className={css.actions}>{children}</div>
    </div>
  )
}

function States({ policy }: { policy: PolicyDetail }) {
  const changed = agentChangedOn(policy.history, todayIn(new Date()))
  return (
    <div className={css.states}>
      <StatusPill tone={policyTones[policy.status]}>{policy.status}</StatusPill>
      {changed ? <StatusPill tone="amber">AOR changed {changed}</StatusPill> : null}
    </div>
  )
}

function Words({ policy }: { policy: PolicyDetail }) {
  const { policyNumber, carrierName, numberOfMembers } = policy
  return (
    <>
      <strong>{policyNumber}</strong>
      <button
        type="button"
        className={css.copy}
        aria-label="Copy the policy number"
        onClick={() => void copyText(policyNumber, 'Policy number copied')}
      >
        <IconCopy size={14} stroke={1.75} aria-hidden />
      </button>
      <span>{carrierName}</span>
      {numberOfMembers === null ? null : (
        <span className={css.wordy}>
          {numberOfMembers} {numberOfMembers === 1 ? 'member' : 'members'}
        </span>
      )}
    </>
  )
}

function initials({ firstName, lastName }: PolicyDetail): string {
  return [firstName, lastName]
    .map((name) => Array.from(name)[0] ?? '')
    .join('')
    .toUpperCase()
}
