import type { uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { portalPageSizes } from '@coverdesk/domain/platform/page.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { z } from 'zod'
import type { ListAction } from '../lists/list-action.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { type ListAddress, type ListRoute, type RowOf, type SortOf, useList } from '../lists/use-list.ts'
import type { ListColumn, PhoneRow, Sorting } from '../ui/basics/list-column.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { useTermFile } from '../uploads/terms/use-term-file.tsx'
import { PayTermDialogs, usePayTermScreen } from './pay-term-screen.tsx'

interface Row {
  id: number
  version: number
}

type RouteOfTerms = ListRoute & Route<z.ZodObject, z.ZodType<{ data: Row[] }>>
type Address = ListAddress & z.ZodType<{ agentId?: number | undefined }>

/** Props of the dialog that creates and edits a row. */
export interface PayTermModalProps<Shown> {
  opened: boolean
  /** The row to edit; undefined creates one. */
  row: Shown | undefined
  /** Agent of the filter, preset for a new row. */
  agentId: number | undefined
  onCreated(id: number): void
  onClose(): void
}

/** Actions and dialogs that only one kind has. */
interface Extras {
  actions: readonly ListAction[]
  dialogs: ReactNode
}

/** List of one kind of terms, as a declaration. */
export interface PayTermListOf<R extends RouteOfTerms, A extends Address> {
  calls: { list: R; history: typeof uplines.history; remove: typeof uplines.remove }
  /** Key of the stored columns. */
  screen: string
  /** What a row is called in a sentence: 'upline'. */
  noun: string
  title: string
  /** What the rows are if the title does not say it. */
  label?: string
  address: A
  sorting: Sorting<SortOf<R>>
  newest: SortOf<R>
  columns: readonly ListColumn<RowOf<R>, SortOf<R>>[]
  phone: PhoneRow<RowOf<R>>
  useFilters(): readonly Filter[]
  /** A row in a sentence: 'the upline Ana Vega of Ben Ortiz, from 01/01/2026'. */
  nameOf(row: RowOf<R>): string
  Modal: ComponentType<PayTermModalProps<RowOf<R>>>
  noMatches: string
  noData: string
  /** Kind of files with these rows. */
  file?: TermFileKind
  useExtras?(first: RowOf<R> | undefined, mayWrite: boolean): Extras
}

const noExtras = (): Extras => ({ actions: [], dialogs: null })

/** Screen of one kind of terms. Give it a key where several kinds take the same place. */
export function PayTermList<R extends RouteOfTerms, A extends Address>({
  of,
  tools,
}: {
  of: PayTermListOf<R, A>
  tools?: ReactNode
}) {
  const { calls, noun, nameOf, Modal, useFilters, useExtras = noExtras } = of
  const list = useList(calls.list, {
    screen: of.screen,
    address: of.address,
    sorting: of.sorting,
    newest: of.newest,
    rowKey: (row) => String(row.id),
  })
  const screen = usePayTermScreen(list.chosen, noun)
  const extras = useExtras(list.chosen[0], screen.mayWrite)
  const filters = useFilters()
  const file = useTermFile(of.file)
  return (
    <ListScreen
      list={list}
      title={of.title}
      {...(of.label === undefined ? {} : { label: of.label })}
      tools={tools}
      columns={of.columns}
      rowName={nameOf}
      phone={of.phone}
      sizes={portalPageSizes}
      filters={filters}
      buttons={[...file.buttons, ...screen.buttons]}
      actions={[...extras.actions, ...screen.actions]}
      selects="one"
      onOpen={screen.onOpen}
      noMatches={of.noMatches}
      noData={{
        why: of.noData,
        ...(screen.mayWrite
          ? { action: { label: `New ${noun.charAt(0).toUpperCase()}${noun.slice(1)}`, onClick: screen.create } }
          : {}),
      }}
    >
      <Suspense>
        {screen.used ? <Modal {...screen.form} agentId={list.address.agentId} onCreated={list.showCreated} /> : null}
        {extras.dialogs}
        {file.dialog}
      </Suspense>
      <PayTermDialogs calls={calls} nameOf={nameOf} onDeleted={() => list.select()} {...screen.dialogs} />
    </ListScreen>
  )
}
