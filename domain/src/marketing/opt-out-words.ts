/** Whole messages that opt out or in, as gateways recognize them (47 CFR 64.1200(a)(10)), in English and Spanish. */
const stopWords = new Set(
  ['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'opt out', 'optout'].concat(
    ...['alto', 'parar', 'cancelar', 'baja'],
  ),
)
const startWords = new Set(['start', 'unstop', 'subscribe', 'opt in', 'optin', 'empezar', 'alta'])

/** Whether a message opts out or in; null if neither. */
export function optOutWord(text: string): 'stop' | 'start' | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^["'“”.!¡\s]+|["'“”.!\s]+$/gu, '')
    .replace(/[\s-]+/g, ' ')
  if (stopWords.has(plain)) return 'stop'
  return startWords.has(plain) ? 'start' : null
}
