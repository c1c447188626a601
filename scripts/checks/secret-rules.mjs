/** Shapes of secrets that others give out, by who gives them; each is told from anything else by its own prefix. */
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

/** A name that means a secret, and a literal of the length of one. */
const named =
  /(?:secret|passw(?:or)?d|token|api_?key|private_?key|credential)\w*["']?\s*[:=]\s*["'`]([A-Za-z0-9+/=_-]{24,})["'`]/gi
/** An address with a password, to a host that is not made up. */
const addressed = /\b[a-z][a-z0-9+]{2,11}:\/\/[\w.-]+:([^\s:@/'"`$<…]{6,64})@([\w.-]+)/gi
const madeUpHosts =
  /^(?:localhost|(?:127|10|192\.168)\.[\d.]+|db|base|host|.*\b(?:example|test|invalid|localhost)(?:\.(?:com|org|net))?)$/i

/** What a text gives away, as one line each that does not repeat it: `path:line: a key of AWS`. */
export function secretsIn(path, text) {
  const found = Object.entries(shapes).flatMap(([what, shape]) => {
    const at = text.search(shape)
    return at < 0 ? [] : [{ at, what }]
  })
  for (const match of text.matchAll(named))
    if (isRandom(match[1])) found.push({ at: match.index, what: 'a secret by its name' })
  for (const match of text.matchAll(addressed))
    if (!madeUpHosts.test(match[2])) found.push({ at: match.index, what: 'a password in an address' })
  return found.map(({ at, what }) => `${path}:${text.slice(0, at).split('\n').length}: ${what}`)
}

/** Files that hold nothing but secrets, by their names. */
export const isSecretFile = (path) =>
  /(?:^|\/)(?:\.env(?:\.(?!example$).*)?|secrets\.json|id_(?:rsa|ed25519|ecdsa)|[^/]+\.(?:pem|p12|pfx|key|keystore))$/i.test(
    path,
  )

/**
 * Whether a text was made by chance: words, as in the secrets of tests, repeat letters and keep to one kind of them.
 * 4.1 bits a character is what 24 characters of base64 have nearly always, and sentences nearly never.
 */
function isRandom(text) {
  const counts = new Map()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  const hasAllKinds = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
  return (hasAllKinds && bits > 4.1) || /^[0-9a-f]{32,}$/.test(text)
}
