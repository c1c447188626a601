import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Id } from '../platform/page.ts'
import { type ExportFormat, NoInput, route } from '../platform/route.ts'
import { ReportParam } from './report-params.ts'

/** Format codes of a download; RFPDF is the default (REPORT-04, A-083). */
export const reportFormats = {
  RFPDF: 'pdf',
  RFXLSX: 'xlsx',
  RFCSV: 'csv',
} as const satisfies Record<string, ExportFormat>
export const reportFormatIds = ['RFPDF', 'RFXLSX', 'RFCSV'] as const satisfies readonly (keyof typeof reportFormats)[]
export const ReportFormatId = z.enum(reportFormatIds)
export type ReportFormatId = z.infer<typeof ReportFormatId>

/** Available report, in one language (REPORT-06). */
export const Report = z.object({
  id: z.number().int(),
  name: z.string(),
  reportTypeName: z.string(),
  languageName: z.enum(['English', 'Spanish']),
  params: z.array(ReportParam),
})
export type Report = z.infer<typeof Report>

/** Value of a report parameter in a query. */
const ParamText = z.union([z.string(), z.number()]).transform(String).optional()

const mayRead = sectionRules.Administration.links.Reports

export const reports = {
  list: route({
    method: 'GET',
    path: '/api/Report',
    allow: mayRead,
    audit: { nothing: 'the names of reports and of their parameters' },
    summary: 'The reports that can be downloaded, with their parameters',
    input: NoInput,
    output: z.array(Report),
  }),
  download: route({
    method: 'GET',
    path: '/api/Report/{id}/download',
    standby: 'always',
    allow: mayRead,
    audit: 'own',
    summary: 'A report as a file; beside id and reportFormatId the query carries the parameters of the report by name',
    // The report declares its parameters and refuses unknown ones itself (report-params.ts).
    input: z.object({ id: Id, reportFormatId: ReportFormatId.default('RFPDF') }).catchall(ParamText),
    // Always a file.
    output: z.never(),
  }),
}
