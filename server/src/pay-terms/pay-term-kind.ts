import { fail } from '@coverdesk/domain/fail.ts'
import type { RecordChange } from '@coverdesk/domain/history/history-contract.ts'
import type { mayReadPayTerms, mayWritePayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ChangedEntity } from '../history/record-changes.ts'
import type { Db } from '../platform/db/database.ts'
import type { ListExport } from '../platform/exports/list-export.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import type { ListDeclaration, ListRequest } from '../platform/lists/list-declaration.ts'
import { selectList } from '../platform/lists/select-list.ts'

export interface PayTermRow {
  id: number
  version: number
}

type Read<In, Out> = Route<z.ZodType<In>, z.ZodType<Out>, typeof mayReadPayTerms>
type Write<In, Out> = Route<z.ZodType<In>, z.ZodType<Out>, typeof mayWritePayTerms>

/** The routes of a kind, as payTermCalls declares them. */
interface PayTermCalls<Row, Said> {
  list: Read<ListRequest & { when?: 'now' | 'coming' | 'ended' | undefined }, object>
  one: Read<{ id: number }, Row>
  history: Read<{ id: number }, RecordChange[]>
  create: Write<Said, Row>
  edit: Write<Partial<Said> & PayTermRow, Row>
  remove: Write<PayTermRow, { id: number }>
}

/** One kind of terms by which agents are paid: its routes, its table, and what is special about saving it. */
export interface PayTermKind<Row extends Said & PayTermRow, Said> {
  calls: PayTermCalls<Row, Said>
  entity: ChangedEntity
  /** List over the table, with the alias `t`. */
  list: ListDeclaration
  exported: ListExport
  table: string
  /** Columns that an edit changes too. */
  columns(said: Said): Record<string, unknown>
  /** Columns that are set once, by the user with this id. */
  fixed(said: Said, by: number): Record<string, unknown>
  /** Locks what orders concurrent changes, and fails if it does not exist. */
  lock(db: Db, call: SignedInCall, said: Said): Promise<void>
  /** Dated kinds: rows of which only one holds on a day, and how a sentence names one of them. */
  oneADay?: {
    same(said: Said): RawBuilder<unknown>
    days(said: Said): { startDate: string; endDate: string | null }
    name(row: Row): string
  }
  /** Last check before the row is written. */
  check?(db: Db, said: Said, except: number | null): Promise<void>
  /** Refuses an edit, or a deletion without `after`, of a row that must stay as it is. */
  refuseChange?(db: Db, before: Row, after: Row | null): Promise<void>
  /** Fields of the history by name, and their texts. */
  labels: Readonly<Record<string, string>>
  inWords(row: Row): Record<string, string | number | null>
}

/** Rows of a kind that meet a condition on `t`, by id. */
export async function payTerms<Row extends Said & PayTermRow, Said>(
  db: Db,
  { list }: PayTermKind<Row, Said>,
  condition: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${selectList(list)} where ${condition} order by t.id`.execute(db)
  return rows
}

/** One row of a kind; fails as missing if it does not exist. */
export async function findPayTerm<Row extends Said & PayTermRow, Said>(
  db: Db,
  kind: PayTermKind<Row, Said>,
  id: number,
): Promise<Row> {
  return (await payTerms(db, kind, sql`t.id = ${id}`))[0] ?? fail('pay_term.not_found')
}

/** Locks an agent until the transaction ends, so that changes of the agent's terms follow one another. */
export async function lockAgent(db: Db, agentId: number): Promise<void> {
  const { rows } = await sql`select id from agents where id = ${agentId} for no key update`.execute(db)
  if (rows.length === 0) fail('agent.not_found')
}
