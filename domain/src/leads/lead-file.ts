import type { FileShape } from '../uploads/file-shape.ts'

/**
 * File of leads (LEAD-11, A-081): the exchange application and its state; other columns are ignored. One lead per
 * application: a repeated application, in the same or a later file, updates its lead.
 */
export const leadFile: FileShape = {
  kind: 'leads',
  fields: [
    {
      name: 'FFMApplicationID',
      column: 'ffm_application_id',
      kind: 'text',
      isId: true,
      required: true,
      maxLength: 50,
      synonyms: ['FFM Application ID', 'FFM App ID'],
    },
    { name: 'State', column: 'state', kind: 'state', required: true, synonyms: [] },
  ],
  key: 'FFMApplicationID',
  repeats: 'newer',
  derived: [],
}
