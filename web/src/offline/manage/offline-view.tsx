import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { showZip } from '@coverdesk/domain/fields/zip-code.ts'
import type { OfflineDetail, OfflineMemberDetail } from '@coverdesk/domain/offline/offline-contract.ts'
import {
  incomeWords,
  fieldLabels as labels,
  languageWords,
  migratoryWords,
  relationWords,
  sexWords,
} from '@coverdesk/domain/offline/offline-labels.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { showInstant } from '../../ui/basics/instant.ts'
import { DefinitionGrid } from '../../ui/page/definition-grid.tsx'
import { AgentWarning } from '../form/agent-warning.tsx'
import { nameOf, wordOf } from '../offline-words.ts'
import { type OfflineActions, OfflineHead } from './offline-head.tsx'
import css from './offline-view.module.css'
import { type Hidden, RevealDialog, useRevealed } from './reveal.tsx'

interface OfflineViewProps {
  application: OfflineDetail
  /** Omitted on paper, which has no actions. */
  actions?: OfflineActions
}

const yesNo = (yes: boolean) => (yes ? 'Yes' : 'No')

/** Stored application: facts by section, members and actions. Numbers show their last four digits. */
export function OfflineView({ application, actions }: OfflineViewProps) {
  const [revealing, setRevealing] = useState<Hidden | null>(null)
  const { applicationId: id, processedDate, processedBy, held, heldReason, revealBy, mayCorrect } = application
  const revealed = useRevealed(id)
  const number = (hidden: Hidden, last4: string | null): ReactNode => {
    if (last4 === null) return null
    const shown = revealed.valueOf(hidden)
    return (
      <span className={css.number}>
        <span className="figures">{shown ?? `${hidden.mask}${last4}`}</span>
        {shown ? (
          <Button size="xs" onClick={revealed.hide}>
            Hide
          </Button>
        ) : revealBy && !hidden.gone ? (
          <Button size="xs" aria-label={`Reveal ${hidden.what}`} onClick={() => setRevealing(hidden)}>
            Reveal
          </Button>
        ) : null}
      </span>
    )
  }
  return (
    <div className={css.view}>
      <OfflineHead application={application} actions={actions} />
      {processedDate ? (
        <p className={css.quiet}>
          Processed {showInstant(processedDate)} by {processedBy}.
          {application.cardPurgedDate
            ? ` The card number was destroyed ${showDate(todayIn(new Date(application.cardPurgedDate)))}.`
            : application.cardLast4
              ? ' The card number is deleted 30 days later.'
              : ''}
          {actions && mayCorrect ? ' To correct the application, reopen it first.' : ''}
        </p>
      ) : null}
      {held ? (
        <p className={css.quiet}>
          Nothing is deleted while on hold{heldReason ? `: ${heldReason}` : ''}.
          {actions && mayCorrect ? ' To correct the application, end the hold first.' : ''}
        </p>
      ) : null}
      <AgentWarning agent={application.agentName ?? ''} reasons={application.againstAgent} />
      <Part title="Primary">
        <DefinitionGrid
          facts={[
            { label: labels.dob, value: showDate(application.dob) },
            { label: labels.sex, value: wordOf(sexWords, application.sex) },
            { label: labels.ssn, value: number(ssnOf('the SSN of the applicant'), application.ssnLast4), wide: true },
            { label: labels.phone, value: showPhone(application.phone) },
            { label: labels.email, value: application.email },
            { label: labels.language, value: wordOf(languageWords, application.language) },
            { label: labels.migratoryStatus, value: wordOf(migratoryWords, application.migratoryStatus) },
            {
              label: labels.address,
              value: `${application.address}, ${application.city}, ${application.state} ${showZip(application.zipCode)}`,
              wide: true,
            },
            { label: labels.apply, value: yesNo(application.apply) },
            { label: labels.sourceId, value: application.source },
            { label: labels.first_time_on_marketplace, value: yesNo(application.first_time_on_marketplace) },
          ]}
        />
      </Part>
      <Part title="Income">
        <DefinitionGrid
          facts={[
            ...incomeFacts(application),
            { label: labels.accountingServiceRequested, value: yesNo(application.accountingServiceRequested) },
          ]}
        />
      </Part>
      <Part title="Household">
        <DefinitionGrid
          facts={[
            { label: labels.married, value: yesNo(application.married) },
            { label: labels.totalMembers, value: application.totalMembers },
            { label: labels.annualHouseholdIncome, value: showMoney(application.annualHouseholdIncome), wide: true },
          ]}
        />
        {application.offlineAppMembers.length === 0 ? <p className={css.quiet}>No members</p> : null}
        {application.offlineAppMembers.map((member) => (
          <Member key={member.id} member={member}>
            {number(ssnOf(`the SSN of ${nameOf(member)}`, member.id), member.ssnLast4)}
          </Member>
        ))}
      </Part>
      <Part title="Plan">
        <DefinitionGrid
          facts={[
            { label: labels.planSelected, value: application.planSelected, wide: true },
            { label: labels.monthlyPayment, value: showMoney(application.monthlyPayment) },
          ]}
        />
      </Part>
      {application.cardLast4 ? (
        <Part title="Payment Card">
          <DefinitionGrid
            facts={[
              {
                label: labels.cardNumber,
                value: number(
                  {
                    field: 'cardNumber',
                    what: 'the card number',
                    mask: '•••• •••• •••• ',
                    gone: application.cardPurgedDate !== null,
                  },
                  application.cardLast4,
                ),
                wide: true,
              },
              { label: 'Brand', value: application.cardBrand },
              { label: labels.cardExpDate, value: application.cardExpDate },
              {
                label: 'Name on card',
                value: [application.cardFirstName, application.cardMiddleName, application.cardLastName]
                  .filter(Boolean)
                  .join(' '),
                wide: true,
              },
            ]}
          />
        </Part>
      ) : null}
      <RevealDialog
        id={id}
        asked={revealing}
        by={revealBy}
        onRevealed={revealed.show}
        onClose={() => setRevealing(null)}
      />
    </div>
  )
}

const ssnOf = (what: string, memberId?: number): Hidden => ({ field: 'ssn', what, mask: '•••-••-', memberId })

function incomeFacts(of: Pick<OfflineDetail, 'typeOfIncome' | 'annualIncome' | 'employerName' | 'employerPhone'>) {
  return [
    { label: labels.typeOfIncome, value: wordOf(incomeWords, of.typeOfIncome) },
    { label: labels.annualIncome, value: showMoney(of.annualIncome) },
    { label: labels.employerName, value: of.employerName },
    { label: labels.employerPhone, value: showPhone(of.employerPhone) },
  ]
}

function Member({ member, children }: { member: OfflineMemberDetail; children: ReactNode }) {
  return (
    <div className={css.member}>
      <h4>
        {nameOf(member)} <span className={css.quiet}>{wordOf(relationWords, member.relation)}</span>
      </h4>
      <DefinitionGrid
        facts={[
          { label: labels.dob, value: showDate(member.dob) },
          { label: labels.sex, value: wordOf(sexWords, member.sex) },
          { label: labels.ssn, value: children, wide: true },
          { label: labels.apply, value: yesNo(member.apply) },
          { label: labels.migratoryStatus, value: wordOf(migratoryWords, member.migratoryStatus) },
          ...(member.typeOfIncome || member.annualIncome ? incomeFacts(member) : []),
        ]}
      />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={css.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {children}
    </section>
  )
}
