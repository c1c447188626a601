import { showAmount, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import {
  type TaxTotals,
  type TaxYear,
  TaxYearQuery,
  taxForms,
  type taxYearSorts,
} from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { classificationWords, noW9, taxClassWords, taxShowWords } from '@coverdesk/domain/tax-forms/tax-form-words.ts'
import { IconFileTypeCsv, IconGavel, IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { ListScreen } from '../lists/list-screen.tsx'
import { PageTabs } from '../lists/page-tabs.tsx'
import { useList } from '../lists/use-list.ts'
import summary from '../pay-runs/pay-runs.module.css'
import { useInAddress } from '../platform/address/address.ts'
import { paths } from '../platform/address/paths.ts'
import { downloadFile } from '../platform/api/call.ts'
import { apiQuery } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import { taxClassTones } from './tax-class-tones.ts'

const TaxFactsModal = lazy(async () => ({ default: (await import('./tax-facts-modal.tsx')).TaxFactsModal }))
const TaxLimitModal = lazy(async () => ({ default: (await import('./tax-limit-modal.tsx')).TaxLimitModal }))

const columns: readonly ListColumn<TaxYear, (typeof taxYearSorts)[number]>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agent, width: 170, sort: 'agent', pinned: true },
  {
    id: 'class',
    header: '1099-NEC',
    cell: (row) => taxClassWords[row.class],
    kind: 'status',
    tone: (row) => taxClassTones[row.class],
    width: 110,
  },
  { id: 'paid', header: 'Paid', cell: (row) => row.paid, kind: 'money', width: 110, sort: 'paid' },
  { id: 'batches', header: 'Batches', cell: (row) => row.batches, kind: 'number', width: 80 },
  {
    id: 'classification',
    header: 'Classification',
    cell: (row) => (row.classification ? classificationWords[row.classification] : noW9),
    width: 200,
    grow: 1,
  },
  { id: 'legalName', header: 'Legal name', cell: (row) => row.legalName, width: 180 },
  {
    id: 'tin',
    header: 'Tax number',
    cell: (row) => (row.tinLast4 ? `ends in ${row.tinLast4}` : null),
    width: 110,
  },
  { id: 'npn', header: 'NPN', cell: (row) => row.npn, width: 100, quiet: true },
]
const phone: PhoneRow<TaxYear> = {
  title: (row) => row.agent,
  subtitle: (row) => (row.classification ? classificationWords[row.classification] : noW9),
  badge: (row) => <StatusPill tone={taxClassTones[row.class]}>{taxClassWords[row.class]}</StatusPill>,
  figure: (row) => showMoney(row.paid),
  first: 'figure',
}

const filters: readonly Filter[] = [
  { name: 'name', label: 'Agent', kind: 'text', width: 150 },
  {
    name: 'show',
    label: 'Show',
    kind: 'select',
    choices: Object.entries(taxShowWords).map(([value, label]) => ({ value, label })),
  },
]

const PageAddress = TaxYearQuery.omit({ year: true })
const YearTab = z.object({ tab: z.coerce.number().int().min(2000).max(2100).optional() })
const yearsShown = 5

/** /portal/commissions/tax-forms: what each agent was paid in a year, and who gets a 1099-NEC. */
export function TaxFormsPage() {
  const thisYear = Number(todayIn(new Date()).slice(0, 4))
  const { tab } = useInAddress(YearTab)
  const year = tab ?? thisYear
  const tabs = Array.from({ length: yearsShown }, (_, back) =>
    back === 0 ? { label: String(thisYear) } : { tab: String(thisYear - back), label: String(thisYear - back) },
  )
  return (
    <YearOfForms
      key={year}
      year={year}
      tools={
        <PageTabs label="Year" to={paths.taxForms} tabs={tabs} current={tab === undefined ? undefined : String(tab)} />
      }
    />
  )
}

function YearOfForms({ year, tools }: { year: number; tools: ReactNode }) {
  const list = useList(taxForms.list, {
    screen: 'tax-forms',
    address: PageAddress,
    fixed: useMemo(() => ({ year }), [year]),
    sorting: { sort: 'paid', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const { data: totals } = useQuery(apiQuery(taxForms.totals, { year }))
  const [agentId, setAgentId] = useState<number>()
  const [open, setOpen] = useState<'facts' | 'limit'>()
  const [usedLimit, setUsedLimit] = useState(false)
  const openFacts = useCallback((row: TaxYear) => {
    setAgentId(row.id)
    setOpen('facts')
  }, [])
  const [chosen] = list.chosen
  const hide = () => setOpen(undefined)
  const save = () =>
    void downloadFile(taxForms.file, { year }).catch((failure: unknown) =>
      toasts.failure("Couldn't export the forms.", failure),
    )
  return (
    <ListScreen
      list={list}
      title={`Tax Forms ${year}`}
      label="Agents"
      tools={tools}
      columns={columns}
      rowName={(row) => row.agent}
      phone={phone}
      sizes={operationsPageSizes}
      filters={filters}
      summary={totals ? <YearSums totals={totals} /> : null}
      buttons={[
        {
          label: 'Limit',
          short: '',
          icon: IconGavel,
          onClick: () => {
            setUsedLimit(true)
            setOpen('limit')
          },
        },
        {
          label: 'Forms as CSV',
          short: 'CSV',
          icon: IconFileTypeCsv,
          primary: true,
          description: 'The forms with full tax numbers, for a filing service',
          refused: totals?.form.agents === 0 ? 'No agent has a form in this year' : undefined,
          onClick: save,
        },
      ]}
      actions={[
        {
          label: 'Tax facts',
          icon: IconId,
          inHeader: true,
          keys: 'e',
          description: 'Tax facts of the selected agent',
          refused: chosen ? undefined : 'Select an agent first',
          onClick: () => chosen && openFacts(chosen),
        },
      ]}
      selects="one"
      onOpen={openFacts}
      noMatches="No agents match these filters."
      noData={{ why: `No batch of payments was paid in ${year}.` }}
    >
      <Suspense>
        {agentId === undefined ? null : <TaxFactsModal opened={open === 'facts'} agentId={agentId} onClose={hide} />}
        {usedLimit ? <TaxLimitModal opened={open === 'limit'} year={year} onClose={hide} /> : null}
      </Suspense>
    </ListScreen>
  )
}

function YearSums({ totals }: { totals: TaxTotals }) {
  const { limit, limitSince, paid, form, below, exempt, incomplete } = totals
  const sums = [
    [`Forms, ${form.agents}`, form.amount],
    [`Below limit, ${below.agents}`, below.amount],
    [`Exempt, ${exempt.agents}`, exempt.amount],
    ['Paid in the year', paid],
  ] as const
  return (
    <section className={summary.summary} aria-label="Sums of the year">
      <p className={summary.check}>
        A form is due from {showMoney(limit)} on (limit since {limitSince}), by the day on which a batch was paid.
        Corporations and employees get none.{' '}
        {incomplete > 0 ? `${incomplete} ${incomplete === 1 ? 'agent has' : 'agents have'} a form and no W-9.` : ''}
      </p>
      {sums.map(([label, amount]) => (
        <div key={label} className={summary.sum}>
          <span>{label}</span>
          <strong className="figures">{showAmount(amount)}</strong>
        </div>
      ))}
    </section>
  )
}
