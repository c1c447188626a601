import { z } from 'zod'
import { RecordChange } from '../history/history-contract.ts'
import { Id, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { mayReadPayTerms, mayWritePayTerms } from './pay-term-rights.ts'

/** Members of an edit besides what it changes. */
export const editFields = { id: Id, version: z.number().int().min(1) }

const OneId = z.strictObject({ id: Id })

/** The routes of one kind of terms: list, one, history, create, edit and delete. */
export function payTermCalls<
  Filters extends z.ZodType,
  Row extends z.ZodType,
  New extends z.ZodType,
  Edit extends z.ZodType,
>({
  path,
  entity,
  one,
  many,
  creates,
  ...schemas
}: {
  path: string
  /** Name in the audit record. */
  entity: string
  one: string
  many: string
  /** Effect of creating one, if it has another. */
  creates: string
  filters: Filters
  row: Row
  create: New
  edit: Edit
}) {
  return {
    list: route({
      method: 'GET',
      path,
      allow: mayReadPayTerms,
      audit: { reads: entity },
      summary: `${many}; Accept pdf, xlsx or csv exports all filtered rows`,
      input: schemas.filters,
      output: page(schemas.row),
      formats: ['pdf', 'xlsx', 'csv'],
    }),
    create: route({
      method: 'POST',
      path,
      allow: mayWritePayTerms,
      audit: 'own',
      summary: `A new ${one}${creates}`,
      input: schemas.create,
      output: schemas.row,
    }),
    one: route({
      method: 'GET',
      path: `${path}/{id}`,
      allow: mayReadPayTerms,
      audit: { reads: entity },
      summary: `One ${one}; may be changed and sent back`,
      input: OneId,
      output: schemas.row,
    }),
    edit: route({
      method: 'PUT',
      path: `${path}/{id}`,
      allow: mayWritePayTerms,
      audit: 'own',
      summary: `Change one ${one}`,
      input: schemas.edit,
      output: schemas.row,
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/{id}`,
      allow: mayWritePayTerms,
      audit: 'own',
      summary: `Delete one ${one} that was entered by mistake`,
      input: z.strictObject({ id: Id, version: Id }),
      output: z.object({ id: z.number().int() }),
    }),
    history: route({
      method: 'GET',
      path: `${path}/{id}/history`,
      allow: mayReadPayTerms,
      audit: { reads: entity },
      summary: `Every change of one ${one}, field by field, oldest first`,
      input: OneId,
      output: z.array(RecordChange),
    }),
  }
}
