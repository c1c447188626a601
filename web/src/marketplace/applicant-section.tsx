import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type ExchangeApplicant, isEligible, nameIn } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Missing } from '../ui/basics/money-cell.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import css from './one-application.module.css'
import { Section } from './person-sections.tsx'

/** Applicants with their eligibility (MKAPP-14, MKAPP-15). */
export function ApplicantSection({ application }: { application: MarketplaceDetail }) {
  const { persons, insuranceApplication } = application.object
  const { applicants } = insuranceApplication
  return (
    <Section title="Applicants" count={applicants.length}>
      {applicants.length === 0 ? <p className={css.quiet}>No members</p> : null}
      <ul className={css.cards}>
        {applicants.map((applicant, place) => (
          // Exchanges may omit ids, so the index is the only key.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and is never changed here
          <li key={place} className={css.card}>
            <Applicant name={nameIn(persons, applicant) || `Applicant ${place + 1}`} applicant={applicant} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Applicant({ name, applicant }: { name: string; applicant: ExchangeApplicant }) {
  const eligible = isEligible(applicant)
  const { eligibility, eligibilityInitial, eligibilitySpecial } = applicant
  return (
    <>
      <div className={css.cardHead}>
        <h3>{name}</h3>
        <StatusPill tone={eligible ? 'green' : 'grey'}>{eligible ? 'Elegible' : 'Unelegible'}</StatusPill>
      </div>
      <DefinitionGrid
        facts={[
          { label: 'APTC', value: showMoney(eligibility?.aptc?.amount) },
          { label: 'CSR', value: eligibility?.csr?.category, wide: true },
          ...(eligibility?.is_medicaid_chip
            ? [{ label: 'Other coverage', value: 'May be eligible for Medicaid or CHIP, so no tax credit', wide: true }]
            : []),
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where its columns do not fit */}
      <section className={css.scroller} aria-label={`Eligibility of ${name}`} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              {['Eligibility', 'Indicator', 'Start', 'End', 'Earliest QHP date', 'Latest QHP date'].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Span name="Initial" span={eligibilityInitial} />
            <Span name="Special" span={eligibilitySpecial} />
          </tbody>
        </table>
      </section>
    </>
  )
}

function Span({ name, span }: { name: string; span: ExchangeApplicant['eligibilityInitial'] }) {
  const indicator = span?.indicator
  const days = [span?.dateRange?.start, span?.dateRange?.end, span?.earliestQHPDate, span?.latestQHPDate]
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{indicator === true ? 'Yes' : indicator === false ? 'No' : <Missing />}</td>
      {days.map((day, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four cells that never move
        <td key={place} className="figures">
          {day ? showDate(day) : <Missing />}
        </td>
      ))}
    </tr>
  )
}
