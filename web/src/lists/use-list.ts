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
import type { PreferenceState, Sorting } from '../ui/basics/list-column.ts'
import type { FilterValues } from '../ui/filters/filter.ts'
import { useScreenPreference } from './use-screen-preference.ts'

/** Query of a list as it is sent. */
export type ListFilter = Readonly<Record<string, string | number | boolean>>

/** Parameters of every list call besides its filters. */
interface ListQuery {
  pageNumber: number
  pageSize: number
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

export type ListRoute = Route<z.ZodObject & z.ZodType<ListQuery>, z.ZodType<Paged & { data: object[] }>>
export type RowOf<R extends ListRoute> = OutputOf<R>['data'][number]
export type SortOf<R extends ListRoute> = NonNullable<z.output<R['input']>['sort']>

/** State of ListScreen: one page of rows, the query of the URL, the selection, and their setters. */
export interface List<Row extends object = object, Sort extends string = string> {
  /** undefined until the first response. */
  page: (Paged & { data: Row[] }) | undefined
  busy: boolean
  error: Error | null
  retry(): void
  /** Prefetches the next page. */
  ahead(): void
  pageNumber: number
  pageSize: number
  /** Loads the first page again, also when the user returns to the screen. */
  setPageSize(rows: number): void
  sorting: Sorting<Sort>
  /** Active filters, which the user may remove. */
  values: FilterValues
  /** Those that the screen sets itself. */
  fixed: FilterValues
  setValues(values: AddressValues): unknown
  rowKey(row: Row): string
  selected: ReadonlySet<string>
  setSelected(keys: ReadonlySet<string>): void
  /** Selects this row alone; without a key, clears the selection. */
  select(key?: string | number): void
  /** Selected rows of this page. */
  chosen: readonly Row[]
  /** Query of the list if all rows that match it are selected, on all pages; otherwise null. */
  everything: ListFilter | null
  selectEverything(): void
  /** Number of selected rows. */
  count: number
  /** Key of a record that was just created here, until it is shown. */
  created: string | undefined
  /** Selects a record that was just created, and makes it visible; without a key, ends that. */
  showCreated(key?: string | number): void
  /** Sort that puts created records first when descending. */
  newest: string | undefined
  preference: PreferenceState
  /** Export formats of the contract, in menu order. */
  formats: readonly ExportFormat[]
  /** Exports all rows that match the filters. */
  save(format: ExportFormat): Promise<unknown>
}

/** Accepted values of a URL. */
export type ListAddress = z.ZodObject & z.ZodType<AddressValues>

interface ListSettings<R extends ListRoute, Address extends ListAddress> {
  /** Key of the stored columns, widths and density. */
  screen: string
  /** Defaults of these until the user chooses; define it outside the component. */
  initial?: ScreenPreference
  /** Schema of the URL: members of the call's input, and other state of the screen. */
  address: Address
  /** Input members that the screen sets, whatever the URL says; keep it in useMemo. */
  fixed?: (Partial<z.output<R['input']>> & AddressValues) | undefined
  /** Default sort order. */
  sorting: Sorting<SortOf<R>>
  /** Sort that puts created records first when descending; needed by `showCreated`. */
  newest?: SortOf<R>
  rowKey(row: RowOf<R>): string
  /** Refetch interval in milliseconds. */
  refetchMs?: number
}

const exportFormats: readonly ExportFormat[] = ['xlsx', 'pdf', 'csv']
const nothingChosen: ScreenPreference = {}
const nothingFixed = {}
const nothingSelected: ReadonlySet<string> = new Set()

/**
 * List as a screen: filters, sort and page are in the URL, so that it can be bookmarked, shared and reloaded; members
 * that the call knows are sent. Pass it to ListScreen. Values that a click on a row does not change keep their
 * identity, so that the screen need not rerender.
 */
export function useList<R extends ListRoute, Address extends ListAddress>(
  route: R,
  {
    address: schema,
    screen,
    initial = nothingChosen,
    fixed,
    sorting,
    newest,
    rowKey,
    refetchMs,
  }: ListSettings<R, Address>,
): List<RowOf<R>, SortOf<R>> & {
  page: OutputOf<R> | undefined
  address: z.output<Address>
  change: ChangeOf<Address>
} {
  const { query: address, change } = useAddress(schema)
  const setValues = useChangeAddress()
  const preference = useScreenPreference(screen, initial)
  const size = usePreferredSize(route, preference.value.pageSize)
  const query = useMemo(() => queryOf(route, { ...address, ...size, ...fixed }), [route, address, size, fixed])
  const { pageNumber, pageSize, sort = sorting.sort, order = sorting.order } = route.input.parse(query)
  const result = useListPage(route, query, { refetchMs })
  const [selected, setSelected] = useState(nothingSelected)
  const [created, setCreated] = useState<string>()
  // Ends with the query and with any other selection.
  const [all, setAll] = useState<{ query: object; selected: ReadonlySet<string> }>()
  const everything = all?.query === query && all.selected === selected ? filterOf(query) : null
  const rows = result.page?.data
  // A refetch may bring other rows to the page. All that match includes them.
  const marked = everything ? new Set(rows?.map(rowKey)) : selected
  const chosen = rows?.filter((row) => marked.has(rowKey(row))) ?? []
  const values = useMemo(() => without(address, fixed ?? nothingFixed), [address, fixed])
  const formats = useMemo(() => exportFormats.filter((format) => route.formats?.includes(format)), [route])
  const save = useCallback((format: ExportFormat) => download(route, query, format), [route, query])
  return {
    ...result,
    address,
    change,
    pageNumber,
    pageSize,
    sorting: { sort, order },
    values,
    fixed: fixed ?? nothingFixed,
    setValues,
    rowKey,
    selected: marked,
    setSelected,
    select: (key) => setSelected(key === undefined ? nothingSelected : new Set([String(key)])),
    created,
    newest,
    showCreated: (id) => {
      const key = id === undefined ? undefined : String(id)
      setCreated(key)
      if (key !== undefined) setSelected(new Set([key]))
    },
    chosen,
    everything,
    selectEverything: () => setAll({ query, selected }),
    count: everything ? (result.page?.totalRecords ?? 0) : chosen.length,
    setPageSize: useCallback(
      (rows: number) => {
        preference.onChange({ ...preference.value, pageSize: rows })
        setValues({ pageSize: rows })
      },
      [preference, setValues],
    ),
    preference,
    formats,
    save,
  }
}

const without = (values: AddressValues, fixed: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(name in fixed)))

const isSet = (entry: [string, unknown]): entry is [string, ListFilter[string]] =>
  ['string', 'number', 'boolean'].includes(typeof entry[1])
const filterOf = (query: object): ListFilter => Object.fromEntries(Object.entries(query).filter(isSet))

/** Page size that the user chose on this screen, if the URL has none (docs/list-performance.md). */
function usePreferredSize({ input }: ListRoute, preferred: number | undefined): { pageSize?: unknown } {
  const { pageSize }: Record<string, unknown> = useSearch({ strict: false })
  return useMemo(
    () =>
      pageSize === undefined && preferred !== undefined ? acceptedBy(input, { pageSize: preferred }) : nothingFixed,
    [input, pageSize, preferred],
  )
}

/** Members of a URL that the call accepts. */
export function queryOf<R extends ListRoute>({ input }: R, address: Record<string, unknown>): InputOf<R> & object {
  const known = Object.entries(address).filter(([name]) => name in input.shape)
  // A list schema accepts its own output; the compiler cannot infer that of a generic schema.
  return Object.fromEntries(known) as InputOf<R> & object
}
