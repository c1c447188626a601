import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type ExchangeApplicant, isEligible, nameIn } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MarketplaceDetail } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Missing } from '../ui/basics/money-cell.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { useApplicationTexts } from './application-texts.ts'
import css from './one-application.module.css'
import { Section } from './person-sections.tsx'

/** Applicants with their eligibility (MKAPP-14, MKAPP-15). */
export function ApplicantSection({ application }: { application: MarketplaceDetail }) {
  const { persons, insuranceApplication } = application.object
  const { applicants } = insuranceApplication
  const texts = useApplicationTexts()
  return (
    <Section title={texts.applicants} count={applicants.length}>
      {applicants.length === 0 ? <p className={css.quiet}>{texts.noMembers}</p> : null}
      <ul className={css.cards}>
        {applicants.map((applicant, place) => (
          // Exchanges may omit ids, so the index is the only key.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and is never changed here
          <li key={place} className={css.card}>
            <Applicant name={nameIn(persons, applicant) || texts.applicant(place + 1)} applicant={applicant} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Applicant({ name, applicant }: { name: string; applicant: ExchangeApplicant }) {
  const eligible = isEligible(applicant)
  const texts = useApplicationTexts()
  const { eligibility, eligibilityInitial, eligibilitySpecial } = applicant
  return (
    <>
      <div className={css.cardHead}>
        <h3>{name}</h3>
        <StatusPill tone={eligible ? 'green' : 'grey'}>{eligible ? texts.eligible : texts.notEligible}</StatusPill>
      </div>
      <DefinitionGrid
        facts={[
          { label: texts.credit, value: showMoney(eligibility?.aptc?.amount) },
          { label: texts.csr, value: eligibility?.csr?.category && texts.csrOf(eligibility.csr.category), wide: true },
          ...(eligibility?.is_medicaid_chip
            ? [{ label: texts.otherCoverage, value: texts.mayHaveMedicaid, wide: true }]
            : []),
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where its columns do not fit */}
      <section className={css.scroller} aria-label={texts.eligibilityOf(name)} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              {[texts.eligibility, texts.indicator, texts.start, texts.end, texts.earliest, texts.latest].map(
                (heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            <Span name={texts.initial} span={eligibilityInitial} />
            <Span name={texts.special} span={eligibilitySpecial} />
          </tbody>
        </table>
      </section>
    </>
  )
}

function Span({ name, span }: { name: string; span: ExchangeApplicant['eligibilityInitial'] }) {
  const indicator = span?.indicator
  const texts = useApplicationTexts()
  const days = [span?.dateRange?.start, span?.dateRange?.end, span?.earliestQHPDate, span?.latestQHPDate]
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{indicator === true ? texts.yes : indicator === false ? texts.no : <Missing />}</td>
      {days.map((day, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four cells that never move
        <td key={place} className="figures">
          {day ? showDate(day) : <Missing />}
        </td>
      ))}
    </tr>
  )
}
