import { isCoverageOver } from '@coverdesk/domain/ede/ede-answers.ts'
import { type EdeApplication, type EdeRow, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button } from '@mantine/core'
import { useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'

/** Whether changes of a submitted application can be reported: until the end of its year. */
export const isChangeable = ({ state, planYear }: EdeRow) =>
  state === 'submitted' && !isCoverageOver(planYear, todayIn(new Date()))

interface ReportChangeProps {
  application: EdeRow
  onBegun(changed: EdeApplication): unknown
}

/** Opens a submitted application for a change; nothing for one whose coverage has ended. */
export function ReportChange({ application, onBegun }: ReportChangeProps) {
  const texts = useEdeTexts()
  const size = usePhone() ? 'xl' : 'md'
  const begin = useSend(ede.change, { refreshes: [ede.list, ede.own] })
  if (!isChangeable(application)) return null
  return (
    <>
      <Button
        size={size}
        loading={begin.isPending}
        onClick={() => begin.mutate({ id: application.id }, { onSuccess: (changed) => void onBegun(changed) })}
      >
        {texts.reportChange}
      </Button>
      {begin.error ? <NoticeLine tone="red">{failureMessage(begin.error)}</NoticeLine> : null}
    </>
  )
}
