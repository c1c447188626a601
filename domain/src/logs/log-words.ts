/** Severity of a log entry, lowest first. */
export const logLevels = ['Debug', 'Information', 'Warning', 'Error', 'Critical'] as const
export type LogLevel = (typeof logLevels)[number]

/** Part of the server that wrote an entry. */
export const logCategories = [
  'Server',
  'Calls',
  'Sign-in',
  'Uploads',
  'Exports',
  'Messages',
  'Audit',
  'Retention',
  'Backup',
  'Contacts',
  'Marketplace',
  'Sockets',
] as const
export type LogCategory = (typeof logCategories)[number]

/** Maximum stored message length; longer messages are cut. */
export const maxMessageLength = 2_000
/** Characters of a message in the table (LOG-03). */
export const messageInTable = 120

/** Message for the table: on one line and cut (LOG-03). */
export function cutMessage(message: string): { text: string; cut: boolean } {
  const cut = message.length > messageInTable
  const text = cut ? message.slice(0, messageInTable).toWellFormed() : message
  return { text: text.replace(/\s+/g, ' '), cut }
}
