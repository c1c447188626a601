import {
  type ReportFormatId as FormatId,
  type Report,
  ReportFormatId,
  reportFormatIds,
  reports,
} from '@coverdesk/domain/reports/report-contract.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useAddress } from '../platform/address/address.ts'
import { downloadFile } from '../platform/api/call.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar, skeletonBarLength } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ShortSelect } from '../ui/choices/short-select.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ReportParameters } from './report-parameters.tsx'
import css from './reports.module.css'

/** Names of the formats (RFPDF is the default, REPORT-04). */
const formatNames: Record<FormatId, string> = { RFPDF: 'PDF', RFXLSX: 'Excel', RFCSV: 'CSV' }
const standard: FormatId = 'RFPDF'
const ReportsAddress = z.object({ format: ReportFormatId.optional() })

/** Reports by type with Download; those with parameters ask first (REPORT-01 to REPORT-04). */
export function ReportsPage() {
  const { query, change } = useAddress(ReportsAddress)
  const format = query.format ?? standard
  const { data, error, refetch } = useQuery(apiQuery(reports.list, {}))
  const [asking, setAsking] = useState<Report | null>(null)
  const [fetching, setFetching] = useState<number | null>(null)
  const get = async (report: Report, params: Record<string, string>) => {
    setFetching(report.id)
    try {
      await downloadFile(reports.download, { ...params, id: report.id, reportFormatId: format })
    } finally {
      setFetching(null)
    }
  }
  const start = (report: Report) => {
    if (report.params.length > 0) setAsking(report)
    else get(report, {}).catch((failure: unknown) => toasts.failure("Couldn't download the file.", failure))
  }
  return (
    <div className={css.page}>
      <PageHeader
        title="Reports"
        total={data?.length}
        actions={
          <span className={css.format}>
            <span aria-hidden>Format</span>
            <ShortSelect
              size={usePhone() ? 'xl' : 'sm'}
              aria-label="Format"
              choices={reportFormatIds.map((value) => ({ value, label: formatNames[value] }))}
              value={format}
              onChange={(value) => change({ format: value === standard ? undefined : value })}
            />
          </span>
        }
      />
      {data ? (
        <Types reports={data} fetching={fetching} onDownload={start} />
      ) : error ? (
        <FailedState title="Couldn't load reports." why={failureMessage(error)} retry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      <ReportParameters
        report={asking}
        formatName={formatNames[format]}
        onClose={() => setAsking(null)}
        onDownload={get}
      />
    </div>
  )
}

interface TypesProps {
  reports: readonly Report[]
  fetching: number | null
  onDownload(report: Report): void
}

function Types({ reports, fetching, onDownload }: TypesProps) {
  if (reports.length === 0) return <EmptyState why="No reports yet." />
  const types = [...Map.groupBy(reports, ({ reportTypeName }) => reportTypeName)].map(([type, ofType]) => (
    <section key={type} className={css.type} aria-label={type}>
      <h2>{type}</h2>
      <ul className={css.reports}>
        {ofType.map((report) => {
          const language = report.languageName === 'Spanish' ? 'es' : 'en'
          return (
            <li key={report.id} className={css.report}>
              <span className={css.name} lang={language}>
                {report.name}
              </span>
              <span className={css.language}>{report.languageName}</span>
              <Button
                leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
                loading={fetching === report.id}
                aria-label={`Download ${report.name}`}
                onClick={() => onDownload(report)}
              >
                Download
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  ))
  return <div className={css.types}>{types}</div>
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className={css.types}>
      {[0, 1, 2].map((type) => (
        <div key={type} className={css.type}>
          <div className={css.boneHead}>
            <SkeletonBar width={72} />
          </div>
          {[0, 1].map((row) => (
            <div key={row} className={css.report}>
              <SkeletonBar width={skeletonBarLength(type, row)} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
