import type { ListDeclaration } from './list-declaration.ts'

/** The list that shows the records of an area of visibility rules, for the preview of their effect. */
export interface AreaList {
  list: ListDeclaration
  /** Right to the list. */
  allow: string
  /** Users also see the records that they own; the claim opens those of everyone. */
  owned?: { allWith: string | null }
  /** The list shows one year. */
  byYear?: true
}
