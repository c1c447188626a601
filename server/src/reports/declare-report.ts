import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import type { RawBuilder } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { ExportColumn, ExportLanguage } from '../platform/exports/export-table.ts'

/** Texts in the languages of reports. */
export type Words = Readonly<Record<ExportLanguage, string>>

export interface ListValue {
  value: string
  name: string
}

/** Context of a report request. */
export interface Asked {
  db: Db
  visibility: Visibility
  /** Today in the agency's time zone. */
  today: string
  language: ExportLanguage
}

/** One parameter, required if it has no default. Parameters are plain text (see readParams of the domain). */
export type ParamDeclaration = { label: Words; default?: (request: Asked) => string } & (
  | { type: 'text' | 'date' | 'boolean' }
  | { type: 'number'; format: string }
  | { type: 'list'; values(request: Asked): Promise<readonly ListValue[]> }
)

export type Values<Name extends string = string> = Readonly<Record<Name, string>>

/**
 * Declaration of a report: name, parameters, columns, and one query for its rows, which must apply the user's
 * visibility. Catalog, form, files and audit are derived from it.
 */
export interface ReportDeclaration<Name extends string = string> {
  /** Used in the download address; never reuse one. */
  ids: Readonly<Record<ExportLanguage, number>>
  /** Group in the catalog. */
  type: 'Policies' | 'Sales' | 'Commissions' | 'Leads' | 'PTO'
  name: Words
  /** Area of its records, for visibility. */
  area: Resource
  params: Readonly<Record<Name, ParamDeclaration>>
  columns: readonly (Omit<ExportColumn, 'label'> & { label: Words })[]
  /** Problems of values that are valid individually. */
  problems?(values: Values<NoInfer<Name>>): readonly FailureDetail[]
  /** Of a report that names people: their records, for the audit record and its alerts (decision 031). */
  subjects?: {
    entity: 'policy' | 'lost-policy'
    /** A select of their ids, each once. */
    ids(request: Asked, values: Values<Name>): RawBuilder<unknown>
  }
  /** A select with the columns in their order; each value is a text that SQL casts. */
  rows(request: Asked, values: Values<Name>): RawBuilder<unknown>
}

/** Declares a report; infers the parameter names for its query. */
export function declareReport<const Name extends string>(declared: ReportDeclaration<Name>): ReportDeclaration {
  return declared
}
