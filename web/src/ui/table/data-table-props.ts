import type {
  EmptyContent,
  ListColumn,
  LoadError,
  PhoneRow,
  PreferenceState,
  Sorting,
  Tone,
} from '../basics/list-column.ts'
import type { PlaceStore } from './place/place-store.ts'

/** Selection mode. */
export type Selects = 'one' | 'one or none' | 'many' | 'many or none'

/**
 * Declaration of a list. Sorting, paging and filtering happen on the server: the table renders its rows and reports
 * what the user does. Place it in a flex column with a height; it fills the rest and scrolls.
 */
export interface DataTableProps<Row, Sort extends string = string> {
  /** Accessible name of the rows: 'Policies'. */
  label: string
  /** Define it outside the component or in useMemo: a new array rerenders all rows. */
  columns: readonly ListColumn<Row, Sort>[]
  /**
   * undefined until the first response, which shows skeletons. Keep the old rows (placeholderData) while new ones load.
   */
  rows: readonly Row[] | undefined
  rowKey(row: Row): string
  /** Accessible name of a row's checkbox: its policy number. */
  rowName(row: Row): string
  /** Number of rows that match the filters, and the index of the first one shown. */
  total?: number
  offset?: number
  /** New rows are loading: the old ones are dimmed. */
  busy?: boolean
  /** Set when the last request failed; existing rows stay. */
  failed?: LoadError | undefined
  empty: EmptyContent
  sorting?: Sorting<Sort> | undefined
  onSort?(sorting: Sorting<Sort>): void
  /** Enter, a double click, or a click on a pinned column (except where a click clears the selection). */
  onOpen?(row: Row): void
  /** Keys of the selected rows (useState<ReadonlySet<string>>); without it rows are not selectable. */
  selected?: ReadonlySet<string>
  onSelect?(keys: ReadonlySet<string>): void
  /**
   * `one`: one row at a time, without checkboxes. `one or none`: another click clears the selection, and pinned columns
   * select like the others. Default `many`.
   */
  selects?: Selects | undefined
  rowTone?(row: Row): Tone | undefined
  preference?: PreferenceState
  phone: PhoneRow<Row>
  /** Stores the opened row and the scroll position, for the return by Back. */
  place?: PlaceStore
  /** Number of skeleton rows; at most as many as fit. */
  expected?: number
}
