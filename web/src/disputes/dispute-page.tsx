import { type DisputeDelivery, type DisputeItem, disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { Id, portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import { mayWorkOnVariances } from '@coverdesk/domain/variances/variance-contract.ts'
import { IconArrowLeft, IconGavel, IconHistory, IconMail, IconSend, IconZoomQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { useConfiguration } from '../agency/configuration.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { monthsInWords } from '../variances/variance-words.ts'
import { itemColumns, itemPhoneRow } from './dispute-columns.tsx'
import { sentInWords, standingOf } from './dispute-words.ts'
import css from './disputes.module.css'

const DisputeDialogs = lazy(async () => ({ default: (await import('./dispute-dialogs.tsx')).DisputeDialogs }))
const noRight = 'You need the permission admin.Statement'
const noMail = 'This portal sends no email. Export the pack and mark the dispute as sent'
const itemName = (row: DisputeItem) => `${row.insuredName}, ${row.policyNumber}, ${showMonth(row.month)}`
const Address = disputes.items.input.omit({ disputeId: true })

/** What became of the newest email, asked again while it waits. */
function useDelivery(id: number, version: number | undefined): DisputeDelivery | undefined {
  const { data } = useQuery({
    ...apiQuery(disputes.delivery, { id }),
    enabled: version !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 5_000 : false),
  })
  return data
}

/** /portal/commissions/disputes/:id: the pack for the carrier, its standing, and what came of each policy month. */
export function DisputePage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const id = Id.catch(0).parse(params.disputeId)
  const list = useList(disputes.items, {
    screen: 'dispute',
    address: Address,
    fixed: useMemo(() => ({ disputeId: id }), [id]),
    sorting: { sort: 'month', order: 'asc' },
    rowKey: (row) => String(row.id),
  })
  const { data: dispute } = useQuery(apiQuery(disputes.one, { id }))
  const [open, setOpen] = useState<'email' | 'sent' | 'outcome' | 'history'>()
  const [shown, setShown] = useState<DisputeItem>()
  const works = useHasAccess(mayWorkOnVariances)
  const sendsEmail = useConfiguration()?.sendsEmail ?? true
  const delivery = useDelivery(id, dispute?.version)
  const navigate = useNavigate()
  const show = useCallback((row: DisputeItem) => setShown(row), [])
  const [first] = list.chosen
  return (
    <ListScreen
      list={list}
      title={`Dispute ${id}`}
      label="Policy months"
      note={dispute?.carrier}
      columns={itemColumns}
      rowName={itemName}
      phone={itemPhoneRow}
      sizes={portalPageSizes}
      selects="one"
      onOpen={show}
      buttons={[
        {
          label: 'All disputes',
          short: '',
          icon: IconArrowLeft,
          quiet: true,
          onClick: () => void navigate({ to: paths.disputes }),
        },
        { label: 'History', short: '', icon: IconHistory, quiet: true, onClick: () => setOpen('history') },
        {
          label: 'Email to carrier',
          short: 'Email',
          icon: IconMail,
          keys: 'e',
          refused: works ? (dispute?.outcome ? 'It has an outcome' : sendsEmail ? undefined : noMail) : noRight,
          onClick: () => setOpen('email'),
        },
        {
          label: 'Mark as sent',
          short: 'Sent',
          icon: IconSend,
          keys: 's',
          refused: works ? (dispute?.outcome ? 'It has an outcome' : undefined) : noRight,
          onClick: () => setOpen('sent'),
        },
        {
          label: 'Record outcome',
          short: 'Outcome',
          icon: IconGavel,
          primary: true,
          keys: 'o',
          refused: works ? undefined : noRight,
          onClick: () => setOpen('outcome'),
        },
      ]}
      actions={[{ label: 'Evidence', icon: IconZoomQuestion, onClick: () => first && show(first) }]}
      noData={{ title: 'No such dispute', why: 'It does not exist, or its policies were removed.' }}
      summary={
        dispute ? (
          <div className={css.summary}>
            <DefinitionGrid
              columns={4}
              facts={[
                { label: 'Standing', value: standingOf(dispute).label },
                { label: 'Claimed', value: `${showMoney(dispute.stake)} in ${monthsInWords(dispute.variances)}` },
                { label: 'Recovered', value: showMoney(dispute.recovered) },
                { label: 'Dispute by', value: showDate(dispute.disputeBy) },
                { label: 'Sent', value: dispute.sentOn && sentInWords(dispute, delivery) },
                { label: 'Decided', value: showDate(dispute.decidedOn) },
                ...(dispute.comment ? [{ label: 'Comment', value: dispute.comment, wide: true }] : []),
              ]}
            />
          </div>
        ) : null
      }
    >
      <Suspense>
        {dispute ? (
          <DisputeDialogs
            dispute={dispute}
            open={open}
            item={shown}
            onClose={() => {
              setOpen(undefined)
              setShown(undefined)
            }}
          />
        ) : null}
      </Suspense>
    </ListScreen>
  )
}
