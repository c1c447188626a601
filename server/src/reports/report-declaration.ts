import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { FailureDetail } from '@coverdesk/domain/failures.ts'
import type { RawBuilder } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { ExportColumn, ExportLanguage } from '../platform/exports/export-table.ts'

/** The same in the languages of reports. */
export type Words = Readonly<Record<ExportLanguage, string>>

export interface ListValue {
  value: string
  name: string
}

/** Who wants a report, and when. */
export interface Asked {
  db: Db
  visibility: Visibility
  /** The agency's day. */
  today: string
  language: ExportLanguage
}

/** One parameter; without a default it must be given. Parameters are plain text (see readParams of the domain). */
export type ParamDeclaration = { label: Words; default?: (asked: Asked) => string } & (
  | { type: 'text' | 'date' | 'boolean' }
  | { type: 'number'; format: string }
  | { type: 'list'; values(asked: Asked): Promise<readonly ListValue[]> }
)

export type Values<Name extends string = string> = Readonly<Record<Name, string>>

/**
 * A report as a declaration: what it is called, what it asks for, its columns, and one query for its rows, in which the
 * visibility of the person stands (`asked.sees`). Catalogue, form, files and audit come from it.
 */
export interface ReportDeclaration<Name extends string = string> {
  /** In the address of its download; never used again for another one. */
  ids: Readonly<Record<ExportLanguage, number>>
  /** The heading under which it is listed. */
  type: 'Policies' | 'Sales' | 'Commissions' | 'Leads' | 'PTO'
  name: Words
  /** Whose records it is made of, for visibility. */
  area: Resource
  params: Readonly<Record<Name, ParamDeclaration>>
  columns: readonly (Omit<ExportColumn, 'label'> & { label: Words })[]
  /** What is wrong with values that are each right. */
  problems?(values: Values<NoInfer<Name>>): readonly FailureDetail[]
  /** A select with the columns in their order; each value is a text that SQL casts. */
  rows(asked: Asked, values: Values<Name>): RawBuilder<unknown>
}

/** Declares a report; only here so that its query knows the names of its parameters. */
export function report<const Name extends string>(declared: ReportDeclaration<Name>): ReportDeclaration {
  return declared
}
