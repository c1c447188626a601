import type { ListColumn, Nothing, NotLoaded, PhoneRow, Remembered, Sorting, Tone } from '../basics/list-column.ts'

/** How rows are selected. */
export type Selects = 'one' | 'one or none' | 'many' | 'many or none'

/** Whether a click on the selected row lets it go (CUST-02), so that a click on no column opens. */
export const isToggleSelection = (selects: Selects | undefined) => selects?.endsWith('or none') ?? false

/**
 * A list as a declaration. Sorting, paging and filters are the server's: the table shows the rows it is given and says
 * what the person wants. Put it into a flex column with a height: it takes what is left and scrolls by itself.
 */
export interface DataTableProps<Row, Sort extends string = string> {
  /** What the rows are, for screen readers: 'Policies'. */
  label: string
  /** Keep it outside of the component or in useMemo: a new array repaints all rows. */
  columns: readonly ListColumn<Row, Sort>[]
  /** undefined until the first answer: skeletons are shown. Keep the old rows (placeholderData) while new ones load. */
  rows: readonly Row[] | undefined
  rowKey(row: Row): string
  /** How a row is called when it is selected, for screen readers: its policy number. */
  rowName(row: Row): string
  /** All rows that the filters let through, and the place of the first one shown (from 0). */
  total?: number
  offset?: number
  /** New rows are on their way: the old ones stay, dimmed. */
  busy?: boolean
  /** Set when the last call failed; rows that are there stay. */
  failed?: NotLoaded | undefined
  empty: Nothing
  sorting?: Sorting<Sort> | undefined
  onSort?(sorting: Sorting<Sort>): void
  /** Enter, a double click, or a click on a pinned column (not where a click lets go). */
  onOpen?(row: Row): void
  /** Keys of the selected rows (useState<ReadonlySet<string>>); without it nothing can be selected. */
  selected?: ReadonlySet<string>
  onSelect?(keys: ReadonlySet<string>): void
  /**
   * `one`: a row at a time, without checkboxes. `… or none`: another click takes the row off again, and the pinned column
   * selects like the others. Default `many`.
   */
  selects?: Selects | undefined
  rowTone?(row: Row): Tone | undefined
  remember?: Remembered
  phone: PhoneRow<Row>
  /** Rows of the skeleton; the page size, at most what fits. */
  expected?: number
}
