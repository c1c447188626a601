/** Whole messages that opt out or in, as gateways recognize them (47 CFR 64.1200(a)(10)), in English and Spanish. */
const stopWords = new Set(
  ['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'opt out', 'optout'].concat(
    'alto',
    'parar',
    'cancelar',
    'baja',
  ),
)
const startWords = new Set(['start', 'unstop', 'subscribe', 'opt in', 'optin', 'empezar', 'alta'])

/** Words around a wish that do not change it. */
const courtesies =
  /^(?:please|pls|hi|hello|hola|sorry|por favor|ya) | (?:please|pls|thanks|thank you|now|already|por favor|gracias|ya)$/

/** Whole messages that say the same in a sentence: revocation by any reasonable means counts (47 CFR 64.1200(a)(10)). */
const stopSentences = [
  /^stop (?:it|this|that|texting|messaging|writing|calling|emailing|contacting|sending)(?: to)?(?: me| us)?(?: texts| messages| emails)?$/,
  /^(?:stop|quit|end|cancel) (?:(?:the|these|those|your|all|any|sending) )?(?:texts?|text messages|messages|emails|calls)$/,
  /^quit (?:texting|messaging|writing|calling|emailing|contacting)(?: to)?(?: me| us)?$/,
  /^never (?:text|message|write|call|email|contact)(?: to)? (?:me|us)(?: again)?$/,
  /^i (?:want|wish|would like) to (?:stop|opt out|unsubscribe)$/,
  /^(?:pare|paren|detener|detenga|detengan|basta)$/,
  /^(?:do not|don'?t) (?:text|message|write|call|email|contact|bother)(?: to)?(?: me| us)?(?: any ?more| again| ever again)?$/,
  /^no (?:more|further) (?:texts|text messages|messages|emails|calls)$/,
  /^(?:remove|take|delete) (?:me|my number|my email)(?: off| from| out of)?(?: your| the| this)?(?: list)?$/,
  /^(?:unsubscribe|opt) me(?: out)?$/,
  /^leave me alone$/,
  /^(?:put|add) (?:me|my number) (?:on|to) (?:your|the) do not call list$/,
  /^no (?:me|nos) (?:escriba|contacte|llame|moleste|mande|envie|texte)n?(?: mensajes| textos| correos)?(?: mas| nunca mas)?(?: mensajes| textos| correos)?$/,
  /^(?:deje|dejen|pare|paren) de (?:escribir|contactar|llamar|molestar|mandar|enviar|textear)(?:me|nos)?(?: mensajes| textos| correos)?$/,
  /^no (?:quiero|deseo) (?:recibir )?(?:mas )?(?:mensajes|textos|correos|llamadas)$/,
  /^no mas (?:mensajes|textos|correos|llamadas)$/,
  /^(?:quite|borre|elimine|saque)n?me(?: de)?(?: la| su| esta)?(?: lista)?$/,
]

/** Whether a message opts out or in; null if neither. Only the whole message counts: 'stop by my office' is none. */
export function optOutWord(text: string): 'stop' | 'start' | null {
  const plain = plainWords(text)
  if (stopWords.has(plain) || stopSentences.some((sentence) => sentence.test(plain))) return 'stop'
  return startWords.has(plain) ? 'start' : null
}

/** Whether a message is one of the words, not only a wish in a sentence: only a word also revokes consents. */
export function isStopWord(text: string): boolean {
  return stopWords.has(plainWords(text))
}

/** Of the sentences that opt out, those that also want no calls: they name calls, any contact, or our list. */
const noCalls =
  /\b(?:call(?:s|ing)?|contact(?:ing)?|bother|alone|list|list[ao]|remove me|take me|delete me|my number)\b|llam|contact|molest|\b(?:quite|borre|elimine|saque)n?me\b/

/** Whether a message that opts out also asks not to be called; a bare STOP ends texts only. */
export function asksForNoCalls(text: string): boolean {
  const plain = plainWords(text)
  return noCalls.test(plain) && stopSentences.some((sentence) => sentence.test(plain))
}

/** In lower case, without accents, signs and courtesies. */
function plainWords(text: string): string {
  let plain = text
    .slice(0, 200)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .replace(/^[' ]+|[' ]+$/g, '')
  for (let shorter = plain; ; plain = shorter) {
    shorter = plain.replace(courtesies, '')
    if (shorter === plain) return plain
  }
}
