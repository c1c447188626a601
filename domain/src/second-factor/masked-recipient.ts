/** Recipient of a code before the login is complete, for its owner only: m•••@agency.test, (•••) •••-0199. */
export function maskedRecipient(method: 'email' | 'sms', recipient: string): string {
  if (method === 'sms') return `(•••) •••-${recipient.slice(-4)}`
  const at = recipient.lastIndexOf('@')
  return `${[...recipient][0] ?? ''}•••${recipient.slice(at)}`
}
