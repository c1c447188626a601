import type { OfflineDetail } from '@coverdesk/domain/offline/offline-contract.ts'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { OfflineView } from '../manage/offline-view.tsx'
import css from './offline-record.module.css'
import { OfflineRecordPage } from './offline-record-page.tsx'

/** form/manage/:id/print: a stored application for paper. Prints on arrival; its numbers show their last four digits. */
export function OfflinePrintPage() {
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <OfflineRecordPage
      title="Application"
      actions={
        <Button
          size={size}
          variant="filled"
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
          onClick={() => print()}
        >
          Print
        </Button>
      }
    >
      {(application) => <Printed application={application} />}
    </OfflineRecordPage>
  )
}

function Printed({ application }: { application: OfflineDetail }) {
  useEffect(() => {
    // After the first paint, so that the page is whole on paper.
    const timer = setTimeout(() => print(), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={css.sections}>
      <OfflineView application={{ ...application, revealBy: null }} />
    </div>
  )
}
