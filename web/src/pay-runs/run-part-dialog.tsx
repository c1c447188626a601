import { lineParts, type PayRun, payRuns, type RunPartName } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { Button } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../platform/api/call.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './pay-runs.module.css'
import { StepTable } from './step-table.tsx'

export const partWords: Readonly<Record<RunPartName, string>> = {
  received: 'Received',
  agency: 'Agency',
  held: 'Held',
  writing: 'Earned',
  overrides: 'Overrides',
  adjustments: 'Adjustments',
  advances: 'Advances',
  recovered: 'Recovered',
  carriedIn: 'Carried in',
  carriedOut: 'Carried out',
}

/** What a figure of a run consists of, by carrier, agent or entry; its last row is the figure. Undefined closes it. */
export function RunPartDialog({ run, part, onClose }: { run: PayRun; part: RunPartName | undefined; onClose(): void }) {
  const [shown, setShown] = useState(part)
  if (part && part !== shown) setShown(part)
  const phone = usePhone()
  return (
    <Dialog
      opened={part !== undefined}
      onClose={onClose}
      title={shown ? `${partWords[shown]}, ${runName(run)}` : ''}
      size={600}
      fullScreen={phone}
      centered
    >
      {shown ? <Part run={run} part={shown} /> : null}
    </Dialog>
  )
}

const isOfLines = (part: RunPartName): part is (typeof lineParts)[number] => lineParts.some((one) => one === part)

function Part({ run, part }: { run: PayRun; part: RunPartName }) {
  const { data, error, refetch } = useQuery(apiQuery(payRuns.part, { id: run.id, part }))
  if (error)
    return <FailedState title="Couldn't load the figures." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data) return <SkeletonBar width="100%" height={160} />
  return (
    <div className={css.detail}>
      {isOfLines(part) ? (
        <div className={css.buttons}>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconFileTypeCsv size={16} aria-hidden />}
            onClick={() =>
              void download(payRuns.partLines, { id: run.id, part }, 'csv').catch((failure: unknown) =>
                toasts.failure("Couldn't export the file.", failure),
              )
            }
          >
            Lines as CSV
          </Button>
        </div>
      ) : null}
      <section className={css.scroll} aria-label="What adds up to it">
        <StepTable steps={data.steps} sum={{ label: partWords[part], amount: data.amount }} />
      </section>
    </div>
  )
}
