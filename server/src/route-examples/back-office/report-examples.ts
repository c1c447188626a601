import type { reports } from '@coverdesk/domain/reports/report-contract.ts'
import { common, type ExamplesOf, nothing } from '../example.ts'
import { nowhere } from '../example-records.ts'

export const reportExamples: ExamplesOf<typeof reports> = {
  list: nothing,
  download: {
    answers: common,
    own: () => ({ id: 1, reportFormatId: 'RFCSV' }),
    missing: () => ({ id: nowhere }),
    leaves: { action: 'export', entity: 'report' },
  },
}
