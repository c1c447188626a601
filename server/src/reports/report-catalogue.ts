import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Report } from '@coverdesk/domain/reports/report-contract.ts'
import type { ReportParam } from '@coverdesk/domain/reports/report-params.ts'
import type { ExportLanguage } from '../platform/exports/export-table.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { allReports } from './all-reports.ts'
import type { Asked, ParamDeclaration, ReportDeclaration } from './declare-report.ts'

const languages = { en: 'English', es: 'Spanish' } as const satisfies Record<ExportLanguage, Report['languageName']>
const ofEach: readonly ExportLanguage[] = ['en', 'es']

/** Available reports, each in both languages, with the current choices of their parameters (REPORT-06). */
export async function listReports(call: SignedInCall): Promise<Report[]> {
  const entries = allReports.flatMap((declared) => ofEach.map((language) => ({ declared, language })))
  return await Promise.all(
    entries.map(async ({ declared, language }) => ({
      id: declared.ids[language],
      name: declared.name[language],
      reportTypeName: declared.type,
      languageName: languages[language],
      params: await paramsOf(declared, requestedBy(call, declared, language)),
    })),
  )
}

/** Report and language of an id; undefined for an unknown id. */
export function findReport(id: number): { declared: ReportDeclaration; language: ExportLanguage } | undefined {
  for (const declared of allReports) {
    const language = ofEach.find((candidate) => declared.ids[candidate] === id)
    if (language) return { declared, language }
  }
  return undefined
}

/** User, language and visibility of a report request. */
export function requestedBy(call: SignedInCall, { area }: ReportDeclaration, language: ExportLanguage): Asked {
  return { db: call.db, visibility: call.user.visibility(area), today: todayIn(call.now), language }
}

/** Parameters of a report with labels in its language, and current defaults and choices. */
export async function paramsOf({ params }: ReportDeclaration, request: Asked): Promise<ReportParam[]> {
  return await Promise.all(Object.entries(params).map(([name, declared]) => paramOf(name, declared, request)))
}

async function paramOf(name: string, declared: ParamDeclaration, request: Asked): Promise<ReportParam> {
  return {
    name,
    label: declared.label[request.language],
    type: declared.type,
    format: formatOf(declared),
    values: declared.type === 'list' ? [...(await declared.values(request))] : null,
    default: declared.default?.(request) ?? null,
  }
}

function formatOf(declared: ParamDeclaration): string | null {
  if (declared.type === 'number') return declared.format
  return declared.type === 'date' ? 'MM/DD/YYYY' : null
}
