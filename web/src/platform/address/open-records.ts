/** Names in the URL of the records that a list opens above itself: ?lead=7. */
export const openRecords = [
  'agent',
  'application',
  'contact',
  'customer',
  'event',
  'lead',
  'pair',
  'policy',
  'request',
  'upload',
  'user',
] as const
export type OpenRecord = (typeof openRecords)[number]
