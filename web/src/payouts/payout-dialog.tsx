import { Failure } from '@coverdesk/domain/failure.ts'
import { agencyMoment } from '@coverdesk/domain/fields/agency-moment.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { isCalendarDate, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type PayRun, payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { type PayoutFile, type Payouts, payouts } from '@coverdesk/domain/payouts/payout-contract.ts'
import { Button } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { downloadFile } from '../platform/api/call.ts'
import { apiQuery, invalidate, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { PageFormPart } from '../ui/form/page-form.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './payouts.module.css'

interface Props {
  run: PayRun
  opened: boolean
  onClose(): void
}

/** NACHA files of a closed run: what a new one would pay, who is left out, and those there are. */
export function PayoutDialog({ run, opened, onClose }: Props) {
  const [day, setDay] = useState<string>()
  const asked = day !== undefined && isCalendarDate(day) ? { effectiveOn: day } : {}
  const { data, error, refetch } = useQuery({
    ...apiQuery(payouts.preview, { id: run.id, ...asked }),
    enabled: opened,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const phone = usePhone()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Bank file of pay run ${runName(run)}`}
      size={680}
      fullScreen={phone}
      centered
    >
      {error ? (
        <FailedState title="Couldn't load the payouts." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data ? (
        <div className={css.payouts}>
          {data.refused === null ? (
            <NewFile payout={data} onDay={setDay} />
          ) : (
            <p className={css.quiet}>{data.refused}.</p>
          )}
          {data.files.length > 0 ? <Files runId={run.id} files={data.files} /> : null}
          {data.leftOut.length > 0 ? <LeftOut payout={data} /> : null}
        </div>
      ) : (
        <SkeletonBar width="100%" height={160} />
      )}
    </Dialog>
  )
}

const Day = payouts.make.input.pick({ effectiveOn: true })
const agentsShown = (count: number) => `${count} ${count === 1 ? 'agent' : 'agents'}`

function NewFile({ payout, onDay }: { payout: Payouts; onDay(day: string): void }) {
  const make = useSend(payouts.make, { refreshes: [payouts.preview] })
  const { id, agents, credit, account, isBalanced, settingsVersion } = payout
  return (
    <PageFormPart
      label="New file"
      schema={Day}
      values={{ effectiveOn: payout.effectiveOn }}
      submit={`Make file of ${showMoney(credit)}`}
      onSubmit={async ({ effectiveOn }) => {
        try {
          await make.mutateAsync({ id, effectiveOn, credit, settingsVersion })
        } catch (error) {
          // What changed is shown beside the refusal.
          if (error instanceof Failure && error.code === 'payout.changed') await invalidate(payouts.preview)
          throw error
        }
        toasts.success('File made. Download it and send it to your bank.')
        return { effectiveOn }
      }}
    >
      <p>
        {agentsShown(agents)}, {showMoney(credit)} from {account}.
        {isBalanced ? ' The file is balanced: it also debits this account.' : ''}
      </p>
      <DateField<{ effectiveOn: string }>
        name="effectiveOn"
        label="Effective date"
        notBefore={todayIn(new Date())}
        help="The banking day on which agents have the money. Ask your bank how early it needs the file."
      />
      <WatchDay onDay={onDay} />
    </PageFormPart>
  )
}

function WatchDay({ onDay }: { onDay(day: string): void }) {
  const day = useWatch<{ effectiveOn: string }, 'effectiveOn'>({ name: 'effectiveOn' })
  useEffect(() => onDay(day), [day, onDay])
  return null
}

function LeftOut({ payout: { leftOut } }: { payout: Payouts }) {
  return (
    <section aria-label="Not in the file">
      <h3>Not in the file: {agentsShown(leftOut.length)}</h3>
      <ul className={css.rows}>
        {leftOut.map(({ agentId, agent, amount, why }) => (
          <li key={agentId}>
            <span>
              {agent}
              <small>{why}</small>
            </span>
            <span className="figures">{showMoney(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Asked = { file: PayoutFile; what: 'download' | 'discard' }

function Files({ runId, files }: { runId: number; files: readonly PayoutFile[] }) {
  const [asked, setAsked] = useState<Asked>()
  const [opened, setOpened] = useState<Asked['what']>()
  const ask = (next: Asked) => {
    setAsked(next)
    setOpened(next.what)
  }
  const hide = () => setOpened(undefined)
  return (
    <section aria-label="Files">
      <h3>Files</h3>
      <ul className={css.rows}>
        {files.map((file) => (
          <FileRow key={file.id} runId={runId} file={file} onAsk={(what) => ask({ file, what })} />
        ))}
      </ul>
      <AgainDialog runId={runId} file={asked?.file} opened={opened === 'download'} onClose={hide} />
      {asked ? <DiscardModal runId={runId} file={asked.file} opened={opened === 'discard'} onClose={hide} /> : null}
    </section>
  )
}

const at = (instant: string) => agencyMoment(new Date(instant))

function FileRow({ runId, file, onAsk }: { runId: number; file: PayoutFile; onAsk(what: Asked['what']): void }) {
  const download = downloadOf(runId)
  const { id, credit, debit, entries, entryHash, effectiveOn, createdBy, createdAt, downloads, discarded } = file
  return (
    <li>
      <span>
        <span>
          {showMoney(credit)} on {showDate(effectiveOn)}{' '}
          {discarded ? (
            <StatusPill tone="grey">Discarded</StatusPill>
          ) : (
            <StatusPill tone={downloads.length > 0 ? 'green' : 'amber'}>
              {downloads.length > 0 ? 'Downloaded' : 'Not downloaded'}
            </StatusPill>
          )}
        </span>
        <small className="figures">
          {entries} {entries === 1 ? 'entry' : 'entries'}
          {debit === '0.00' ? '' : ` with the debit of ${showMoney(debit)}`}, entry hash {entryHash}, made by{' '}
          {createdBy}, {at(createdAt)}
        </small>
        {downloads.map((one) => (
          <small key={one.at}>
            Downloaded by {one.by}, {at(one.at)}
          </small>
        ))}
        {discarded ? (
          <small>
            Discarded by {discarded.by}, {at(discarded.at)}: {discarded.reason}
          </small>
        ) : null}
      </span>
      {discarded ? null : (
        <span className={css.buttons}>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onAsk('discard')}
          >
            Discard
          </Button>
          <Button
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => {
              if (downloads.length > 0) onAsk('download')
              else void download(id).catch((failure: unknown) => toasts.failure("Couldn't download the file.", failure))
            }}
          >
            Download NACHA
          </Button>
        </span>
      )}
    </li>
  )
}

/** Downloads a file, and shows who has it afterwards. */
const downloadOf = (runId: number) => async (fileId: number, again?: 'yes') => {
  await downloadFile(payouts.download, { id: runId, fileId, ...(again ? { again } : {}) })
  await invalidate(payouts.preview)
}

function AgainDialog({
  runId,
  file,
  opened,
  onClose,
}: {
  runId: number
  file: PayoutFile | undefined
  opened: boolean
  onClose(): void
}) {
  const download = downloadOf(runId)
  const last = file?.downloads.at(-1)
  return (
    <ConfirmDialog
      opened={opened}
      title="Download again"
      text={
        last
          ? `Already downloaded by ${last.by} on ${at(last.at)}. A bank that gets a file twice pays twice. Download it again?`
          : ''
      }
      yes="Download again"
      danger
      onNo={onClose}
      onYes={async () => {
        if (file) await download(file.id, 'yes')
        onClose()
      }}
    />
  )
}

const Reason = payouts.discard.input.pick({ reason: true })

function DiscardModal({
  runId,
  file,
  opened,
  onClose,
}: {
  runId: number
  file: PayoutFile
  opened: boolean
  onClose(): void
}) {
  const discard = useSend(payouts.discard, { refreshes: [payouts.preview, payRuns.one] })
  return (
    <FormModal<{ reason: string }, { reason: string }>
      opened={opened}
      onClose={onClose}
      title={`Discard the file of ${showMoney(file.credit)}`}
      schema={Reason}
      values={{ reason: '' }}
      submit="Discard file"
      danger
      width={480}
      notice="Discard a file only if your bank did not get it. Its agents can then be in another file."
      onSubmit={async ({ reason }) => {
        await discard.mutateAsync({ id: runId, fileId: file.id, reason })
        toasts.success('File discarded')
        onClose()
      }}
    >
      <TextField<{ reason: string }> name="reason" label="Reason" maxLength={200} />
    </FormModal>
  )
}
