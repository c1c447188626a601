import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import {
  batchStatuses,
  type Payment,
  PaymentFilters,
  type PaymentFormat,
  paymentFormats,
  payments,
  paymentTypes,
} from '@coverdesk/domain/payments/payment-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useHasAccess, useSeesOnlyOwn } from '../access/current-user.ts'
import { withoutAgent, withoutAgentFilter } from '../access/own-records.ts'
import type { LinesQuestion } from '../commissions/lines/lines-dialog.tsx'
import { listSum } from '../commissions/list-sum.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { queryOf, useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { downloadFile } from '../platform/api/call.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { paymentColumns, paymentName, paymentPhoneRow } from './payment-columns.tsx'

const searchPaidAgents = searchAgents('AgentPayment')
const LinesDialog = lazy(async () => ({ default: (await import('../commissions/lines/lines-dialog.tsx')).LinesDialog }))

const PaymentLinesDialog = lazy(async () => ({
  default: (await import('./payment-lines-dialog.tsx')).PaymentLinesDialog,
}))

/** commissions/payment: payments to agents, with export (PAY-01 to PAY-06). */
export function PaymentPage() {
  const list = useList(payments.list, {
    screen: 'payments',
    address: PaymentFilters,
    sorting: { sort: 'month', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const carriers = useCarrierChoices()
  const rows = list.page?.data
  const filters = useMemo(
    (): Filter<keyof PaymentFilters>[] => [
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: searchPaidAgents,
        nameOf: (id) => rows?.find(({ agentId }) => String(agentId) === id)?.name,
      },
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'typePayment', label: 'Payment type', kind: 'select', choices: sameWords(paymentTypes) },
      { name: 'batchName', label: 'Batch name', kind: 'text', width: 130 },
      { name: 'batchStatus', label: 'Batch status', kind: 'select', choices: sameWords(batchStatuses) },
      { name: 'from', label: 'From date', kind: 'date' },
      { name: 'to', label: 'To date', kind: 'date' },
    ],
    [carriers, rows],
  )
  const ownOnly = useSeesOnlyOwn('AgentPayment')
  const columns = useMemo(() => withoutAgent(paymentColumns, ownOnly), [ownOnly])
  const save = (format: ExportFormat) =>
    downloadFile(payments.download, { ...queryOf(payments.download, list.address), reportFormatId: codeOf(format) })
  const [lines, setLines] = useState<LinesQuestion>()
  const [opened, setOpened] = useState(false)
  const seesLines = useHasAccess(statements.lines.allow)
  const [paid, setPaid] = useState<Payment>()
  const open = useCallback((row: Payment) => {
    const { agentId, carrierId, month, year } = row
    setPaid(row.runId === null ? undefined : row)
    const ofCarrier = carrierId === null ? {} : { carrierId }
    setLines({ title: paymentName(row), agentId, ...ofCarrier, month: monthText(month, year) })
    setOpened(true)
  }, [])
  const [chosen] = list.chosen
  const saveOne = (reportFormatId: PaymentFormat) =>
    chosen &&
    void downloadFile(payments.download, { paymentNumber: chosen.paymentNumber, reportFormatId }).catch((failure) =>
      toasts.failure("Couldn't export the file.", failure),
    )
  return (
    <ListScreen
      list={{ ...list, formats: Object.values(paymentFormats), save }}
      title="Agent Payment"
      label="Payments"
      columns={columns}
      rowName={paymentName}
      phone={paymentPhoneRow}
      sizes={operationsPageSizes}
      filters={withoutAgentFilter(filters, ownOnly)}
      note={listSum(list.page?.totalAmount, 'in total')}
      actions={[
        { label: 'Export PDF', icon: IconFileTypePdf, onClick: () => saveOne('RFPDF') },
        { label: 'Export CSV', icon: IconFileTypeCsv, onClick: () => saveOne('RFCSV') },
      ]}
      selects="one"
      onOpen={seesLines ? open : undefined}
      noMatches="No payments match these filters."
      noData={{ why: 'No payments yet.' }}
    >
      <Suspense>
        {paid ? (
          <PaymentLinesDialog payment={paid} opened={opened} onClose={() => setOpened(false)} />
        ) : lines ? (
          <LinesDialog question={lines} opened={opened} onClose={() => setOpened(false)} />
        ) : null}
      </Suspense>
    </ListScreen>
  )
}

const sameWords = (words: readonly string[]): Choice[] => words.map((word) => ({ value: word, label: word }))

const codeOf = (format: ExportFormat): PaymentFormat => (format === 'csv' ? 'RFCSV' : 'RFPDF')
