/** Patterns of secrets with a distinctive prefix, by issuer. */
const shapes = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{40}/,
  'a key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a token of GitHub': /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_[A-Za-z0-9_]{60}/,
  'a token of GitLab': /\bglpat-[A-Za-z0-9_-]{20}\b/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a token of Slack': /\bxox[abeprs]-[0-9]{6,}-[A-Za-z0-9-]{10,}/,
  'a key of Stripe': /\b[rs]k_live_[A-Za-z0-9]{20,}/,
  'a key of Google': /\bAIza[A-Za-z0-9_-]{35}\b/,
  'a key of SendGrid': /\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{30,}/,
  'an account of Twilio': /\b(?:AC|SK)[0-9a-f]{32}\b/,
  'a signed token': /\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/,
}

/** A name that suggests a secret, with a literal of sufficient length. */
const named =
  /(?:secret|passw(?:or)?d|token|api_?key|private_?key|credential)\w*["']?\s*[:=]\s*["'`]([A-Za-z0-9+/=_-]{24,})["'`]/gi
/** A URL with a password. */
const addressed = /\b[a-z][a-z0-9+]{2,11}:\/\/[\w.-]+:([^\s:@/'"`$<…]{6,64})@([\w.-]+)/gi
const fictionalHosts =
  /^(?:localhost|(?:127|10|192\.168)\.[\d.]+|db|base|host|.*\b(?:example|test|invalid|localhost)(?:\.(?:com|org|net))?)$/i

/** Finds secrets in a text; returns lines without the secret itself: `path:line: a key of AWS`. */
export function secretsIn(path, text) {
  const found = Object.entries(shapes).flatMap(([what, shape]) => {
    const at = text.search(shape)
    return at < 0 ? [] : [{ at, what }]
  })
  for (const match of text.matchAll(named))
    if (isRandom(match[1])) found.push({ at: match.index, what: 'a secret by its name' })
  for (const match of text.matchAll(addressed))
    if (!fictionalHosts.test(match[2])) found.push({ at: match.index, what: 'a password in an address' })
  return found.map(({ at, what }) => `${path}:${text.slice(0, at).split('\n').length}: ${what}`)
}

/** Whether a file name is one of a file for secrets. */
export const isSecretFile = (path) =>
  /(?:^|\/)(?:\.env(?:\.(?!example$).*)?|secrets\.json|id_(?:rsa|ed25519|ecdsa)|[^/]+\.(?:pem|p12|pfx|key|keystore))$/i.test(
    path,
  )

/**
 * Whether a text is random. Words, as in the secrets of tests, repeat letters and rarely mix cases and digits. Nearly all
 * random base64 texts of 24 characters have more than 4.1 bits per character; sentences nearly never do.
 */
function isRandom(text) {
  const counts = new Map()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  const hasAllKinds = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
  return (hasAllKinds && bits > 4.1) || /^[0-9a-f]{32,}$/.test(text)
}
