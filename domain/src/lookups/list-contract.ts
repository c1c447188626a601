import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { oneLine } from '../fields/one-line.ts'
import { Id } from '../platform/page.ts'
import { NoInput, route } from '../platform/route.ts'
import { listKeys } from './maintained-lists.ts'

/** Claim expression for maintaining lists. */
export const mayRunLists = sectionRules.Administration.links.Lists

export const ListValue = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  active: z.boolean(),
  /** The product relies on the value, so it cannot be changed. */
  fixed: z.boolean(),
  /** Number of records with the value. */
  uses: z.number().int(),
})
export type ListValue = z.infer<typeof ListValue>

export const ValueList = z.object({ list: z.enum(listKeys), values: z.array(ListValue) })
export type ValueList = z.infer<typeof ValueList>

export const ListValueName = oneLine(100).min(1, 'Name is required')

const ofList = { list: z.enum(listKeys) }

/** Lists of values for forms, as maintained by administrators. */
export const lists = {
  all: route({
    method: 'GET',
    path: '/api/Lists',
    allow: mayRunLists,
    audit: { nothing: 'lists of choices' },
    summary: 'All lists of values, with the number of records per value',
    input: NoInput,
    output: z.array(ValueList),
  }),
  one: route({
    method: 'GET',
    path: '/api/Lists/{list}/{id}',
    allow: mayRunLists,
    audit: { nothing: 'lists of choices' },
    summary: 'One value of a list; may be changed and sent back',
    input: z.strictObject({ ...ofList, id: Id }),
    output: ListValue,
  }),
  add: route({
    method: 'POST',
    path: '/api/Lists/{list}',
    allow: mayRunLists,
    audit: 'own',
    summary: 'Add a value at the end of a list',
    input: z.strictObject({ ...ofList, name: ListValueName }),
    output: ValueList,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/Lists/{list}/{id}',
    allow: mayRunLists,
    audit: 'own',
    summary: 'Rename a value, or stop or resume offering it',
    input: z.strictObject({
      ...ofList,
      id: Id,
      version: z.number().int().min(1),
      name: ListValueName,
      active: z.boolean(),
    }),
    output: ValueList,
  }),
  order: route({
    method: 'POST',
    path: '/api/Lists/{list}/order',
    allow: mayRunLists,
    audit: 'own',
    summary: 'Reorder the values of a list; needs all of them, each once',
    input: z.strictObject({ ...ofList, ids: z.array(z.number().int()).min(1).max(1000) }),
    output: ValueList,
  }),
  merge: route({
    method: 'POST',
    path: '/api/Lists/{list}/{id}/merge',
    allow: mayRunLists,
    audit: 'own',
    summary: 'Merge another value into this one: its records move, and it is deleted',
    input: z.strictObject({
      ...ofList,
      id: Id,
      otherId: Id,
      version: z.number().int().min(1),
      otherVersion: z.number().int().min(1),
    }),
    output: ValueList,
  }),
}
