import type { BulkChange } from '@coverdesk/domain/bulk/bulk-contract.ts'
import type { BulkAction } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { ListFilter } from '../lists/use-list.ts'
import type { ChoiceSource } from '../ui/choices/use-choices.ts'

/** A bulk action as the dialog presents it. */
export interface BulkActionForm {
  action: BulkAction
  title: string
  /** Label of the value: 'Agent'. */
  label: string
  source: ChoiceSource
  /** Label of no value: 'Unassigned'. */
  none: string
  /** Verb of the submit button: 'Assign'. */
  verb: string
  /** Requires a comment. */
  comment?: boolean
  /** Toasts fixed by the specification: on success, and before a failure's reason. */
  success?: string
  failed?: string
  /** Uses the specification's own call instead of the generic one for records that are named by id. */
  send?(value: BulkValue['value'], records: readonly PreviewedRecord[]): Promise<BulkChange>
}

/** The value to set, with its comment. */
export interface BulkValue {
  value: number | null
  comment?: string
}

/** A record as previewed. */
export interface PreviewedRecord {
  id: number
  mark: string
}

/** Records of a bulk change: named by id, or all that match the filters of the list. */
export type BulkSelection = { ids: readonly number[] } | { filter: ListFilter; total: number }
