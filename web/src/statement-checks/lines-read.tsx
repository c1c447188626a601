import { type LinesRead as Counts, linesRead } from '@coverdesk/domain/statement-checks/lines-read.ts'
import { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import type { FilterValues } from '../ui/filters/filter.ts'

/**
 * '20,671 lines read = 20,655 matched + 12 exceptions (2 refused) + 4 totals', on each screen of a statement. Refused lines, which a
 * person has to correct, are exceptions, too (money.md 6). A phone has room for what is not zero.
 */
export function LinesRead({ counts }: { counts: Counts }) {
  const { matched, exceptions, setAside, refused, totals, deleted } = counts
  const phone = usePhone()
  const open = exceptions + refused
  const parts = [
    `${showCount(matched)} matched`,
    (open > 0 || !phone) &&
      `${showCount(open)} ${open === 1 ? 'exception' : 'exceptions'}${refused > 0 ? ` (${showCount(refused)} refused)` : ''}`,
    setAside > 0 && `${showCount(setAside)} set aside`,
    (totals > 0 || !phone) && `${showCount(totals)} ${totals === 1 ? 'total' : 'totals'}`,
    deleted > 0 && `${showCount(deleted)} deleted since`,
  ].filter((part) => part !== false)
  const read = linesRead(counts)
  return (
    <span className="figures">
      {showCount(read)} {read === 1 ? 'line' : 'lines'} {phone ? '' : 'read '}= {parts.join(' + ')}
    </span>
  )
}

/** The lines read of all statements, or of those of a carrier and some months (MM/YYYY), by the filters of a list. */
export function LinesOfStatements({ of: { carrierId, monthFrom, monthTo } }: { of: FilterValues }) {
  const { data } = useQuery({
    ...apiQuery(statementChecks.lines, {
      carrierId: carrierId ? Number(carrierId) : undefined,
      monthFrom: monthFrom ? String(monthFrom) : undefined,
      monthTo: monthTo ? String(monthTo) : undefined,
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return data ? <LinesRead counts={data} /> : null
}
