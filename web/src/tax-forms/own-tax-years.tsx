import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { taxForms } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { taxClassWords } from '@coverdesk/domain/tax-forms/tax-form-words.ts'
import { useQuery } from '@tanstack/react-query'
import { SecondPersonList } from '../emergency/second-person-list.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FormSection } from '../ui/form/page-form.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { taxClassTones } from './tax-class-tones.ts'

/** What an agent was paid in each year, in My Account. */
export function OwnTaxYears() {
  const { data, error, refetch } = useQuery(apiQuery(taxForms.own, {}))
  return (
    <FormSection
      title="Paid by year"
      note="By the day on which you were paid, as Form 1099-NEC has it. The agency sends the form when one is due."
    >
      {error ? (
        <FailedLine title="Couldn't load your years." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data ? (
        <SecondPersonList
          label="Paid by year"
          none="Nothing is paid yet."
          rows={data.map((row) => ({
            key: row.year,
            title: String(row.year),
            pill: {
              tone: row.class === 'form' ? ('green' as const) : taxClassTones[row.class],
              text: row.class === 'form' ? '1099-NEC' : taxClassWords[row.class],
            },
            lines: [showMoney(row.paid)],
            buttons: [],
          }))}
        />
      ) : (
        <SkeletonBar width="60%" height={36} />
      )}
    </FormSection>
  )
}
