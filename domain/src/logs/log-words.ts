/** How serious an entry of the log is, from the least on. */
export const logLevels = ['Debug', 'Information', 'Warning', 'Error', 'Critical'] as const
export type LogLevel = (typeof logLevels)[number]

/** What part of the server an entry is about. */
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

/** Longest message that is kept; what is beyond is cut. */
export const maxMessageLength = 2_000
/** Characters of a message in the table (LOG-03). */
export const messageInTable = 120

/** A message as the table shows it: on one line and cut (LOG-03). */
export function cutMessage(message: string): { text: string; cut: boolean } {
  const cut = message.length > messageInTable
  const text = cut ? message.slice(0, messageInTable).toWellFormed() : message
  return { text: text.replace(/\s+/g, ' '), cut }
}
