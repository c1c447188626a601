import { reports } from '@coverdesk/domain/reports/report-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { downloadReport } from './download-report.ts'
import { listReports } from './report-catalogue.ts'

export function reportRoutes(on: Bind): void {
  on(reports.list, listReports)
  on(reports.download, downloadReport)
}
