import type { ListDeclaration } from './list-declaration.ts'

/** List of the records of an area of visibility rules, for the preview of a rule's effect. */
export interface AreaList {
  list: ListDeclaration
  /** Right to the list. */
  allow: string
  /** Users also see the records that they own; the claim `allWith` shows everyone's. */
  owned?: { allWith: string | null }
  /** The list shows one year. */
  byYear?: true
}
