import type { FileShape } from '../uploads/file-shape.ts'

/**
 * A file of leads (LEAD-11, A-081): the exchange application and its state; all other columns are ignored. One lead per
 * application: one that comes again, in the same file or a later one, is the same lead with newer data.
 */
export const leadFile: FileShape = {
  kind: 'leads',
  fields: [
    {
      name: 'FFMApplicationID',
      column: 'ffm_application_id',
      kind: 'text',
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
