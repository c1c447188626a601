import { fail } from '@coverdesk/domain/fail.ts'
import { reportFormats, type reports } from '@coverdesk/domain/reports/report-contract.ts'
import { paramInWords, type ReportParam, readParams } from '@coverdesk/domain/reports/report-params.ts'
import { exportQuery, inlined } from '../platform/exports/export-query.ts'
import type { ExportLanguage } from '../platform/exports/export-table.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findReport, paramsOf, requestedBy } from './report-catalogue.ts'

/**
 * Downloads a report of the rows that the user can see (REPORT-04, REPORT-05); recorded as an export of that report.
 */
export const downloadReport: Handler<typeof reports.download> = async (call, { id, reportFormatId, ...input }) => {
  const { declared, language } = findReport(id) ?? fail('report.not_found')
  const request = requestedBy(call, declared, language)
  const params = await paramsOf(declared, request)
  const { values, problems } = readParams(params, input)
  const invalid = problems.length > 0 ? problems : (declared.problems?.(values) ?? [])
  if (invalid.length > 0) fail('request.invalid', { details: invalid })
  const rows = inlined(call.db, declared.rows(request, values))
  const subjects = declared.subjects
    ? `(select array_agg(id)::text from (${inlined(call.db, declared.subjects.ids(request, values))}) s (id))`
    : 'null'
  const options = {
    title: declared.name[language],
    columns: declared.columns.map((column) => ({ ...column, label: column.label[language] })),
    filters: inWords(params, values, language),
    language,
  }
  return await exportQuery(call, reportFormats[reportFormatId], options, {
    rows,
    count: `select count(*)::bigint as total, ${subjects} as ids from (${rows}) report`,
    event: {
      ...(declared.subjects ? { entity: declared.subjects.entity } : { entity: 'report', entityId: id }),
      facts: { report: declared.name.en, params: Object.keys(input).sort().join(' ') },
    },
  })
}

function inWords(params: readonly ReportParam[], values: Record<string, string>, language: ExportLanguage) {
  return params.flatMap((param) => {
    const value = paramInWords(param, values[param.name] ?? '', language === 'es' ? ['Sí', 'No'] : ['Yes', 'No'])
    return value === '' ? [] : [{ label: param.label, value }]
  })
}
