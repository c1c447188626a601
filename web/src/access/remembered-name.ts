const key = 'username'
let offered = ''

/** The user name that 'Remember my user name' kept in this browser, or '' (AUTH-07); a logout leaves it. */
export function rememberedName(): string {
  return localStorage.getItem(key) ?? ''
}

/** Keeps a user name for the next login; '' forgets it. */
export function rememberName(name: string): void {
  if (name) localStorage.setItem(key, name)
  else localStorage.removeItem(key)
}

/** The name that was typed last on another page of the login area, or '': so that nobody types it twice. */
export function offeredName(): string {
  return offered
}

/** Hands a name on to the next page of the login area, in memory only. */
export function offerName(name: string): void {
  offered = name
}
