import type { ExportFormat, InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import {
  type AddressValues,
  acceptedBy,
  type ChangeOf,
  useAddress,
  useChangeAddress,
} from '../platform/address/address.ts'
import { download } from '../platform/api/call.ts'
import { type Paged, useListPage } from '../platform/api/list-page.ts'
import type { Remembered, Sorting } from '../ui/basics/list-column.ts'
import type { FilterValues } from '../ui/filters/filter.ts'
import { useScreenPreference } from './screen-preference.ts'

/** What every list call takes beside its filters. */
interface ListQuery {
  pageNumber: number
  pageSize: number
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

type ListRoute = Route<z.ZodObject & z.ZodType<ListQuery>, z.ZodType<Paged & { data: object[] }>>
type RowOf<R extends ListRoute> = OutputOf<R>['data'][number]
type SortOf<R extends ListRoute> = NonNullable<z.output<R['input']>['sort']>

/** What ListScreen draws: one page of rows, what the address asks for, what is selected, and how to change all that. */
export interface List<Row extends object = object, Sort extends string = string> {
  /** undefined until the first answer. */
  page: (Paged & { data: Row[] }) | undefined
  busy: boolean
  error: Error | null
  retry(): void
  /** Asks for the next page: somebody is about to turn it. */
  ahead(): void
  pageNumber: number
  pageSize: number
  /** From the first page on, and whenever the person comes back to the screen. */
  setPageSize(rows: number): void
  sorting: Sorting<Sort>
  /** What is set of the filters, and which of them the screen sets itself. */
  values: FilterValues
  fixed: FilterValues
  setValues(values: AddressValues): unknown
  rowKey(row: Row): string
  selected: ReadonlySet<string>
  setSelected(keys: ReadonlySet<string>): void
  /** Selects this row alone; without a key none. */
  select(key?: string | number): void
  /** The selected rows of this page. */
  chosen: readonly Row[]
  remember: Remembered
  /** What the contract offers, in the order in which it is offered to people. */
  formats: readonly ExportFormat[]
  /** Fetches all filtered rows as a file. */
  save(format: ExportFormat): Promise<unknown>
}

/** What may stand in an address. */
type ListAddress = z.ZodObject & z.ZodType<AddressValues>

interface ListSettings<R extends ListRoute, Address extends ListAddress> {
  /** Under which name columns, widths and density are remembered. */
  screen: string
  /** What holds of them until somebody chooses; keep it outside of the component. */
  initial?: ScreenPreference
  /** What the address may hold: members of the call's input, and what else the screen keeps there. */
  address: Address
  /** Members of the call that the screen sets, whatever the address says; keep it in useMemo. */
  fixed?: (Partial<z.output<R['input']>> & AddressValues) | undefined
  /** What the list is sorted by until somebody sorts it. */
  sorting: Sorting<SortOf<R>>
  rowKey(row: RowOf<R>): string
  /** Asked anew after so many milliseconds. */
  every?: number
}

const offered: readonly ExportFormat[] = ['xlsx', 'pdf', 'csv']
const nothingChosen: ScreenPreference = {}
const nothingFixed = {}
const nothingSelected: ReadonlySet<string> = new Set()

/**
 * A list as a screen: filters, sort and page live in the address, so that it can be bookmarked, shared and reloaded; of
 * the address those members are sent that the call knows. Give it to ListScreen. What a click on a row does not change
 * keeps its identity, so that the screen need not be drawn anew around the row.
 */
export function useList<R extends ListRoute, Address extends ListAddress>(
  route: R,
  { address: schema, screen, initial = nothingChosen, fixed, sorting, rowKey, every }: ListSettings<R, Address>,
): List<RowOf<R>, SortOf<R>> & {
  page: OutputOf<R> | undefined
  address: z.output<Address>
  change: ChangeOf<Address>
} {
  const { query: address, change } = useAddress(schema)
  const setValues = useChangeAddress()
  const remember = useScreenPreference(screen, initial)
  const size = useKeptSize(route, remember.value.pageSize)
  const query = useMemo(() => queryOf(route, { ...address, ...size, ...fixed }), [route, address, size, fixed])
  const { pageNumber, pageSize, sort = sorting.sort, order = sorting.order } = route.input.parse(query)
  const asked = useListPage(route, query, { every })
  const [selected, setSelected] = useState(nothingSelected)
  const values = useMemo(() => ({ ...address, ...fixed }), [address, fixed])
  const formats = useMemo(() => offered.filter((format) => route.formats?.includes(format)), [route])
  const save = useCallback((format: ExportFormat) => download(route, query, format), [route, query])
  return {
    ...asked,
    address,
    change,
    pageNumber,
    pageSize,
    sorting: { sort, order },
    values,
    fixed: fixed ?? nothingFixed,
    setValues,
    rowKey,
    selected,
    setSelected,
    select: (key) => setSelected(key === undefined ? nothingSelected : new Set([String(key)])),
    chosen: asked.page?.data.filter((row) => selected.has(rowKey(row))) ?? [],
    setPageSize: useCallback(
      (rows: number) => {
        remember.onChange({ ...remember.value, pageSize: rows })
        setValues({ pageSize: rows })
      },
      [remember, setValues],
    ),
    remember,
    formats,
    save,
  }
}

/** How many rows the person chose on this screen, where the address does not say how many (decision 063). */
function useKeptSize({ input }: ListRoute, kept: number | undefined): { pageSize?: unknown } {
  const { pageSize }: Record<string, unknown> = useSearch({ strict: false })
  return useMemo(
    () => (pageSize === undefined && kept !== undefined ? acceptedBy(input, { pageSize: kept }) : nothingFixed),
    [input, pageSize, kept],
  )
}

/** The members of an address that the call takes. */
export function queryOf<R extends ListRoute>({ input }: R, address: Record<string, unknown>): InputOf<R> & object {
  const known = Object.entries(address).filter(([name]) => name in input.shape)
  // A schema of a list takes again what it made of an address; the compiler cannot see that of a schema it does not know.
  return Object.fromEntries(known) as InputOf<R> & object
}
